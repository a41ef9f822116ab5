package org.jenkinsci.plugins.gitclient;

import com.cloudbees.plugins.credentials.common.StandardCredentials;
import hudson.plugins.git.GitException;
import java.util.Map;
import org.eclipse.jgit.lib.ObjectId;

public interface GitClient {
    void addDefaultCredentials(StandardCredentials credentials);

    Map<String, ObjectId> getRemoteReferences(String remoteRepoUrl, String pattern, boolean headsOnly, boolean tagsOnly)
            throws GitException, InterruptedException;
}
