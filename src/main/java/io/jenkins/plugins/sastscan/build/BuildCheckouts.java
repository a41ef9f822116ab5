package io.jenkins.plugins.sastscan.build;

import hudson.Extension;
import hudson.FilePath;
import hudson.Util;
import hudson.model.AbstractBuild;
import hudson.model.InvisibleAction;
import hudson.model.Run;
import hudson.model.TaskListener;
import hudson.model.listeners.SCMListener;
import hudson.plugins.git.GitSCM;
import hudson.plugins.git.UserRemoteConfig;
import hudson.scm.SCM;
import hudson.scm.SCMRevisionState;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.Checkout;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import jenkins.model.Jenkins;
import org.jenkinsci.plugins.workflow.actions.WorkspaceAction;
import org.jenkinsci.plugins.workflow.flow.FlowExecution;
import org.jenkinsci.plugins.workflow.flow.FlowExecutionOwner;

/**
 * A Git checkout that a build made into one of its own workspaces. Checkouts of shared libraries and of the Jenkinsfile
 * are made into other directories, so they do not count. The URLs come from the configuration of the checkout, so agents
 * cannot change them.
 */
public final class BuildCheckouts extends InvisibleAction {
    private final Checkout checkout;

    private BuildCheckouts(Checkout checkout) {
        this.checkout = checkout;
    }

    static List<Checkout> of(Run<?, ?> run) {
        return run.getActions(BuildCheckouts.class).stream()
                .map(each -> each.checkout)
                .toList();
    }

    /** Records checkouts. The Git plugin is optional, so its classes must not be used before the check for it. */
    @Extension
    public static final class Listener extends SCMListener {
        @Override
        public void onCheckout(
                Run<?, ?> run,
                SCM scm,
                FilePath directory,
                TaskListener listener,
                File changelog,
                SCMRevisionState baseline) {
            if (Jenkins.get().getDescriptor("hudson.plugins.git.GitSCM") == null
                    || !(scm instanceof GitSCM git)
                    || !isOwn(run, directory)) {
                return;
            }
            TreeMap<String, String> variables = new TreeMap<>();
            git.buildEnvironment(run, variables);
            List<UserRemoteConfig> remotes = git.getUserRemoteConfigs();
            run.addAction(new BuildCheckouts(new Checkout(
                    remotes.stream().map(each -> Util.fixNull(each.getUrl())).toList(),
                    remotes.stream()
                            .map(each -> Objects.requireNonNullElse(each.getName(), "origin"))
                            .toList(),
                    variables.get("GIT_BRANCH"),
                    variables.get("GIT_COMMIT"))));
            try {
                run.save();
            } catch (IOException e) {
                // A full disk must not fail the checkout. Jenkins saves the build again later.
            }
        }

        /** Tells whether a block of this build, such as {@code node} or {@code ws}, gave a workspace with this directory. */
        private static boolean isOwn(Run<?, ?> run, FilePath directory) {
            if (run instanceof AbstractBuild<?, ?> build) {
                FilePath workspace = build.getWorkspace();
                return workspace != null && isWithin(directory, workspace.getRemote());
            }
            FlowExecutionOwner owner =
                    run instanceof FlowExecutionOwner.Executable pipeline ? pipeline.asFlowExecutionOwner() : null;
            FlowExecution execution = owner == null ? null : owner.getOrNull();
            return execution != null
                    && execution.getCurrentHeads().stream()
                            .flatMap(head -> BuildContext.enclosing(head, WorkspaceAction.class).stream())
                            .anyMatch(workspace -> isWithin(directory, workspace.getPath()));
        }

        private static boolean isWithin(FilePath directory, String workspace) {
            return (directory.getRemote() + "/").replace('\\', '/').startsWith(workspace.replace('\\', '/') + "/");
        }
    }
}
