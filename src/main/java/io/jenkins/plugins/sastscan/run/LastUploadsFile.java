package io.jenkins.plugins.sastscan.run;

import hudson.Extension;
import hudson.ExtensionList;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.submission.LastUploads;
import java.time.Clock;
import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;

/** What this controller uploaded last, in a file in the home directory of Jenkins. */
@Extension
@Restricted(NoExternalUse.class)
public final class LastUploadsFile {
    private final LastUploads uploads =
            new LastUploads(Jenkins.get().getRootDir().toPath(), Clock.systemUTC());

    static LastUploadsFile get() {
        return ExtensionList.lookupSingleton(LastUploadsFile.class);
    }

    LastUploads.Target of(ServiceUrl server, ProjectId project, Run<?, ?> run) {
        return uploads.of(server, project, run.getParent().getFullName(), run.getNumber());
    }
}
