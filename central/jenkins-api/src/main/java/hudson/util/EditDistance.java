package hudson.util;

public class EditDistance {
    private EditDistance() {}

    public static int editDistance(String a, String b) {
        throw new UnsupportedOperationException();
    }
}
