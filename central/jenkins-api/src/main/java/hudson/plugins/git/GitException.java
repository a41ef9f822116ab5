package hudson.plugins.git;

public class GitException extends RuntimeException {
    public GitException(String message) {
        throw new UnsupportedOperationException();
    }
}
