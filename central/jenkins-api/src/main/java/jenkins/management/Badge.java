package jenkins.management;

public class Badge {
    public Badge(String text, String tooltip, Severity severity) {
        throw new UnsupportedOperationException();
    }

    public String getText() {
        throw new UnsupportedOperationException();
    }

    public String getTooltip() {
        throw new UnsupportedOperationException();
    }

    public String getSeverity() {
        throw new UnsupportedOperationException();
    }

    public enum Severity {
        DANGER,
        WARNING,
        INFO
    }
}
