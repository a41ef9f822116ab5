package io.jenkins.plugins.sastscan.jenkins;

import hudson.Extension;
import hudson.model.TaskListener;
import hudson.plugins.git.BranchSpec;
import hudson.plugins.git.GitSCM;
import hudson.scm.SCM;
import java.io.IOException;
import java.util.List;
import jenkins.branch.BranchProperty;
import jenkins.branch.BranchSource;
import jenkins.branch.DefaultBranchPropertyStrategy;
import jenkins.branch.NoTriggerBranchProperty;
import jenkins.plugins.git.AbstractGitSCMSource;
import jenkins.plugins.git.GitSCMSource;
import jenkins.plugins.git.traits.BranchDiscoveryTrait;
import jenkins.scm.api.SCMHead;
import jenkins.scm.api.SCMHeadEvent;
import jenkins.scm.api.SCMHeadObserver;
import jenkins.scm.api.SCMRevision;
import jenkins.scm.api.SCMSource;
import jenkins.scm.api.SCMSourceCriteria;
import jenkins.scm.api.SCMSourceDescriptor;
import jenkins.scm.api.mixin.ChangeRequestSCMHead;
import org.jenkinsci.plugins.workflow.multibranch.WorkflowMultiBranchProject;

/** Branches and change requests for multibranch projects. They are built only when the test starts a build. */
public final class Branches {
    public static final String CHANGE_REQUEST = "PR-7";

    private static final String NO_COMMIT = "0".repeat(40);

    private Branches() {}

    public static SCMSource source(String url) {
        GitSCMSource source = new GitSCMSource(url);
        source.setTraits(List.of(new BranchDiscoveryTrait()));
        return source;
    }

    public static WorkflowMultiBranchProject index(WorkflowMultiBranchProject project, SCMSource source)
            throws Exception {
        BranchSource branches = new BranchSource(source);
        branches.setStrategy(new DefaultBranchPropertyStrategy(new BranchProperty[] {new NoTriggerBranchProperty()}));
        project.getSourcesList().add(branches);
        project.scheduleBuild2(0).getFuture().get();
        return project;
    }

    /** Finds one change request, which has the files of the branch main. */
    public static final class ChangeRequests extends SCMSource {
        private final String url;

        public ChangeRequests(String url) {
            this.url = url;
        }

        @Override
        protected void retrieve(
                SCMSourceCriteria criteria, SCMHeadObserver observer, SCMHeadEvent<?> event, TaskListener listener)
                throws IOException, InterruptedException {
            Head head = new Head();
            observer.observe(head, new AbstractGitSCMSource.SCMRevisionImpl(head, NO_COMMIT));
        }

        @Override
        public SCM build(SCMHead head, SCMRevision revision) {
            return new GitSCM(GitSCM.createRepoList(url, null), List.of(new BranchSpec("main")), null, null, List.of());
        }

        @Extension
        public static final class DescriptorImpl extends SCMSourceDescriptor {
            @Override
            public String getDisplayName() {
                return "Change requests";
            }
        }
    }

    private static final class Head extends SCMHead implements ChangeRequestSCMHead {
        private static final long serialVersionUID = 1;

        Head() {
            super(CHANGE_REQUEST);
        }

        @Override
        public String getId() {
            return "7";
        }

        @Override
        public SCMHead getTarget() {
            return new SCMHead("main");
        }
    }
}
