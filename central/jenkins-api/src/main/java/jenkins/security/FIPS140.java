package jenkins.security;

public class FIPS140 {
    public static boolean useCompliantAlgorithms() {
        throw new UnsupportedOperationException();
    }
}
