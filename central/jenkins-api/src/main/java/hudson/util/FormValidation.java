package hudson.util;

import java.io.IOException;

public abstract class FormValidation extends IOException {
    private FormValidation() {}

    public static FormValidation error(String message) {
        throw new UnsupportedOperationException();
    }

    public static FormValidation ok() {
        throw new UnsupportedOperationException();
    }

    public static FormValidation ok(String message) {
        throw new UnsupportedOperationException();
    }

    public static FormValidation warning(String message) {
        throw new UnsupportedOperationException();
    }
}
