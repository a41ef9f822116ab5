package hudson;

import hudson.model.Describable;
import hudson.util.Secret;
import java.io.Serializable;
import java.net.Proxy;

public final class ProxyConfiguration implements Describable<ProxyConfiguration>, Serializable {
    private ProxyConfiguration() {}

    public Proxy createProxy(String host) {
        throw new UnsupportedOperationException();
    }

    public String getName() {
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
