package hudson.remoting;

import java.io.IOException;

public class Channel implements VirtualChannel {
    private Channel() {}

    public String getName() {
        throw new UnsupportedOperationException();
    }

    public Object getProperty(Object key) {
        throw new UnsupportedOperationException();
    }

    public boolean preloadJar(ClassLoader local, Class<?>... classesInJar) throws IOException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    public static Channel current() {
        throw new UnsupportedOperationException();
    }

    public static Channel currentOrFail() throws IllegalStateException {
        throw new UnsupportedOperationException();
    }

    public Object setProperty(Object key, Object value) {
        throw new UnsupportedOperationException();
    }

    public boolean isClosingOrClosed() {
        throw new UnsupportedOperationException();
    }

    public <T> T export(Class<T> type, T instance) {
        throw new UnsupportedOperationException();
    }
}
