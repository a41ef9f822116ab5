package io.jenkins.plugins.sastscan.build.git;

import java.util.ArrayList;
import java.util.List;

/** A Git checkout that a build made into a workspace of its own. Stored with the build. */
public final class Checkout {
    private final List<String> urls;
    private final List<String> remotes;
    private final String branch;
    private final String commit;
    private final String directory;

    /**
     * @param urls as configured, with expressions such as {@code $HOST}; secrets are removed
     * @param remotes the names of the remotes
     * @param branch the branch that was checked out, such as {@code origin/main}; can be null
     * @param commit can be null
     */
    public Checkout(List<String> urls, List<String> remotes, String branch, String commit, String directory) {
        this.urls = new ArrayList<>(urls.stream().map(GitUrl::withoutSecrets).toList());
        this.remotes = new ArrayList<>(remotes);
        this.branch = branch;
        this.commit = commit;
        this.directory = directory;
    }

    List<String> urls() {
        return urls;
    }

    List<String> remotes() {
        return remotes;
    }

    String branch() {
        return branch;
    }

    String directory() {
        return directory;
    }

    /** Returns the commit and the URLs, separated by spaces. */
    public String summary() {
        return commit + " " + String.join(" ", urls);
    }
}
