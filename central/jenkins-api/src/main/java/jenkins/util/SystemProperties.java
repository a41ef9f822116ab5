package jenkins.util;

public class SystemProperties {
    private SystemProperties() {}

    public static String getString(String key, String def) {
        throw new UnsupportedOperationException();
    }
}
