package jenkins.model.experimentalflags;

import hudson.ExtensionPoint;

public abstract class UserExperimentalFlag<T> implements ExtensionPoint {
    protected UserExperimentalFlag(String flagKey) {
        throw new UnsupportedOperationException();
    }

    public static <T> T getFlagValueForCurrentUser(String flagClassCanonicalName) {
        throw new UnsupportedOperationException();
    }
}
