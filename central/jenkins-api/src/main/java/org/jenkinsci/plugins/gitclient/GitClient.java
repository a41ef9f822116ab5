package org.jenkinsci.plugins.gitclient;

import com.cloudbees.plugins.credentials.common.StandardCredentials;
import hudson.plugins.git.Branch;
import hudson.plugins.git.GitException;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;

public interface GitClient {
    void addDefaultCredentials(StandardCredentials credentials);

    Set<Branch> getRemoteBranches() throws GitException, InterruptedException;

    Map<String, ObjectId> getRemoteReferences(String remoteRepoUrl, String pattern, boolean headsOnly, boolean tagsOnly)
            throws GitException, InterruptedException;

    String getRemoteUrl(String name) throws GitException, InterruptedException;

    ObjectId revParse(String revName) throws GitException, InterruptedException;
}
