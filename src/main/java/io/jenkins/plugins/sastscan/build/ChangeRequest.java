package io.jenkins.plugins.sastscan.build;

import hudson.model.Item;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Optional;
import jenkins.model.Jenkins;
import jenkins.scm.api.SCMHead;
import jenkins.scm.api.mixin.ChangeRequestSCMHead;

/** Prevents builds of change requests, such as pull requests, from replacing the source of a project. */
final class ChangeRequest {
    private ChangeRequest() {}

    /**
     * @throws InvalidInputException if the job builds a change request and the access rules of the SAST server do not
     *     allow change requests
     */
    static void refuse(Item job, SastServer server, ProjectId project) {
        if (server.getAccess().isAllowChangeRequests()
                || Jenkins.get().getDescriptor("jenkins.scm.impl.SingleSCMSource") == null) {
            return;
        }
        ScmApiPlugin.changeRequest(job).ifPresent(name -> {
            throw new InvalidInputException("This job builds the change request " + PlainText.oneLine(name)
                    + ", which must not change project " + project
                    + ". Submit in other builds only (when { not { changeRequest() } }), set dryRun, or ask an"
                    + " administrator to allow change requests for SAST server \"" + server.getName() + "\".");
        });
    }

    /** Loaded only if the optional SCM API plugin is installed. */
    private static final class ScmApiPlugin {
        /** Searches the parents, too, because a matrix cell is a child of the job that builds the change request. */
        static Optional<String> changeRequest(Item job) {
            Item item = job;
            while (item != null) {
                SCMHead head = SCMHead.HeadByItem.findHead(item);
                if (head instanceof ChangeRequestSCMHead) {
                    return Optional.of(head.getName());
                }
                item = item.getParent() instanceof Item parent ? parent : null;
            }
            return Optional.empty();
        }
    }
}
