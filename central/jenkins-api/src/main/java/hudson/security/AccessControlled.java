package hudson.security;

import org.springframework.security.access.AccessDeniedException;

public interface AccessControlled {
    default void checkPermission(Permission permission) throws AccessDeniedException {
        throw new UnsupportedOperationException();
    }

    default boolean hasPermission(Permission permission) {
        throw new UnsupportedOperationException();
    }
}
