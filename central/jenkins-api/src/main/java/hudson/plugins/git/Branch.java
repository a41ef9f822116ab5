package hudson.plugins.git;

public class Branch extends GitObject {
    private Branch() {}
}
