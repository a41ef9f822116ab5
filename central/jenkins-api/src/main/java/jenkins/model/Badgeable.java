package jenkins.model;

import jenkins.management.Badge;

public interface Badgeable {
    default Badge getBadge() {
        throw new UnsupportedOperationException();
    }
}
