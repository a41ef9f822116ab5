package io.jenkins.plugins.sastscan.build.git;

import java.util.ArrayList;
import java.util.List;

/** A Git checkout that a build made into a workspace of its own. Stored with the build. */
public final class Checkout {
    final List<String> urls;
    final List<String> remotes;
    final String branch;
    final String directory;
    private final String commit;

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

    /** Returns the commit and the URLs, separated by spaces. */
    public String summary() {
        return commit + " " + String.join(" ", urls);
    }
}
