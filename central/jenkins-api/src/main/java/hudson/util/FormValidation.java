package hudson.util;

import java.io.IOException;

public abstract class FormValidation extends IOException {
    public final Kind kind;

    private FormValidation() {
        throw new UnsupportedOperationException();
    }

    public enum Kind {
        OK,
        WARNING,
        ERROR
    }

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
