package hudson;

import java.io.File;
import java.io.IOException;

public final class XmlFile {
    public XmlFile(File file) {
        throw new UnsupportedOperationException();
    }

    public Object read() throws IOException {
        throw new UnsupportedOperationException();
    }

    public void write(Object o) throws IOException {
        throw new UnsupportedOperationException();
    }

    public boolean exists() {
        throw new UnsupportedOperationException();
    }
}
