package hudson.remoting;

import java.io.File;
import java.io.IOException;

public class Which {
    private Which() {}

    public static File jarFile(Class<?> type) throws IOException {
        throw new UnsupportedOperationException();
    }
}
