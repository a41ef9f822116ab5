package hudson;

import hudson.model.Describable;
import hudson.util.Secret;
import java.io.Serializable;

public final class ProxyConfiguration implements Describable<ProxyConfiguration>, Serializable {
    private ProxyConfiguration() {}

    public String getName() {
        throw new UnsupportedOperationException();
    }

    public String getNoProxyHost() {
        throw new UnsupportedOperationException();
    }

    public int getPort() {
        throw new UnsupportedOperationException();
    }

    public Secret getSecretPassword() {
        throw new UnsupportedOperationException();
    }

    public String getUserName() {
        throw new UnsupportedOperationException();
    }
}
