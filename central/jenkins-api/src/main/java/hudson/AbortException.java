package hudson;

import java.io.IOException;

public class AbortException extends IOException {
    public AbortException(String message) {
        throw new UnsupportedOperationException();
    }
}
