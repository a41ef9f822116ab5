package hudson.plugins.git;

public class UserRemoteConfig {
    UserRemoteConfig() {}

    public String getName() {
        throw new UnsupportedOperationException();
    }

    public String getUrl() {
        throw new UnsupportedOperationException();
    }
}
