package io.jenkins.plugins.sastscan.step;

import com.cloudbees.plugins.credentials.CredentialsMatchers;
import com.cloudbees.plugins.credentials.CredentialsProvider;
import com.cloudbees.plugins.credentials.common.StandardCredentials;
import com.cloudbees.plugins.credentials.common.StandardListBoxModel;
import hudson.Extension;
import hudson.Util;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.model.Item;
import hudson.model.Queue;
import hudson.model.queue.Tasks;
import hudson.security.ACL;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.build.BuildGit;
import io.jenkins.plugins.sastscan.build.ScanRequest.GitRequest;
import io.jenkins.plugins.sastscan.build.git.GitDefaults;
import io.jenkins.plugins.sastscan.build.git.GitDefaults.GitPlan;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.config.FieldCheck;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.Serializable;
import java.util.List;
import jenkins.model.Jenkins;
import org.kohsuke.stapler.AncestorInPath;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;
import org.springframework.security.core.Authentication;

/** The Git settings of a step. */
public class GitSettings implements Describable<GitSettings>, Serializable {
    private static final long serialVersionUID = 1;

    @DataBoundSetter
    public String url = "";

    @DataBoundSetter
    public String branch = "";

    @DataBoundSetter
    public String credentialsId = "";

    @DataBoundSetter
    public boolean checkRemote;

    /** Creates settings that use the checkout of the build and no credentials. */
    @DataBoundConstructor
    public GitSettings() {}

    /** XStream calls no constructor. A value that is missing in {@code config.xml} means the default value. */
    private Object readResolve() {
        return ScriptArguments.withDefaults(this, new GitSettings());
    }

    static GitRequest request(GitSettings git) {
        return git == null ? null : new GitRequest(git.url, git.branch, git.credentialsId, git.checkRemote);
    }

    @Extension
    public static class DescriptorImpl extends Descriptor<GitSettings> {
        @Override
        public String getDisplayName() {
            return Messages.GitSettings_displayName();
        }

        @POST
        public FormValidation doCheckUrl(
                @AncestorInPath Item item, @QueryParameter String value, @QueryParameter String credentialsId) {
            FieldCheck.requireConfigurer(item);
            String id = Util.fixNull(credentialsId).strip();
            Runnable noExpression = id.isEmpty() ? () -> {} : () -> GitDefaults.refuseExpression(Util.fixNull(value));
            return FieldCheck.problem(noExpression)
                    .map(FormValidation::error)
                    .orElseGet(() -> FieldCheck.configurer(item, value, text -> {
                        GitUrl url = GitUrl.given(text);
                        StandardCredentials found = canSelect(item) ? find(item, id) : null;
                        // doCheckCredentialsId reports unknown credentials.
                        if (found != null || id.isEmpty()) {
                            GitPlan.requireMatch(url, BuildGit.authentication(found));
                        }
                    }));
        }

        /** Returns null if builds of this job cannot use credentials with this ID. */
        private static StandardCredentials find(Item item, String id) {
            return CredentialsMatchers.firstOrNull(
                    CredentialsProvider.lookupCredentialsInItem(
                            StandardCredentials.class, item, authentication(item), List.of()),
                    CredentialsMatchers.allOf(BuildGit.USABLE, CredentialsMatchers.withId(id)));
        }

        @POST
        public FormValidation doCheckBranch(@AncestorInPath Item item, @QueryParameter String value) {
            return FieldCheck.configurer(item, value, GitDefaults::ref);
        }

        /** Users without permission get only the current value. */
        @POST
        public ListBoxModel doFillCredentialsIdItems(
                @AncestorInPath Item item, @QueryParameter String credentialsId, @QueryParameter String url) {
            StandardListBoxModel items = new StandardListBoxModel();
            if (canSelect(item)) {
                items.includeEmptyValue();
                // doCheckUrl reports invalid URLs.
                FieldCheck.problem(() -> items.includeMatchingAs(
                        authentication(item),
                        item,
                        StandardCredentials.class,
                        Util.fixEmptyAndTrim(url) == null ? List.of() : BuildGit.requirements(GitUrl.given(url)),
                        BuildGit.USABLE));
            }
            return items.includeCurrentValue(Util.fixNull(credentialsId));
        }

        @POST
        public FormValidation doCheckCredentialsId(@AncestorInPath Item item, @QueryParameter String value) {
            if (!canSelect(item)) {
                return FormValidation.ok();
            }
            return FieldCheck.configurer(item, value, id -> {
                if (find(item, id) == null) {
                    throw new InvalidInputException(
                            "This job cannot use credentials with this ID. Select others, or ask an administrator.");
                }
            });
        }

        private static boolean canSelect(Item item) {
            return item == null
                    ? Jenkins.get().hasPermission(Jenkins.ADMINISTER)
                    : item.hasPermission(Item.EXTENDED_READ) || item.hasPermission(CredentialsProvider.USE_ITEM);
        }

        private static Authentication authentication(Item item) {
            return item instanceof Queue.Task task ? Tasks.getAuthenticationOf2(task) : ACL.SYSTEM2;
        }
    }
}
