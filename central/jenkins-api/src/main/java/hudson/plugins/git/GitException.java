package hudson.plugins.git;

public class GitException extends RuntimeException {
    private GitException() {}
}
