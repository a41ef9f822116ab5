package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.RelativePath;
import hudson.Util;
import hudson.model.Run;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import org.jenkinsci.Symbol;
import org.jenkinsci.plugins.plaincredentials.StringCredentials;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/** An access token from the SAST server, stored as a secret text. */
public class AccessTokenAuthentication extends SastAuthentication {
    private final String credentialsId;

    @DataBoundConstructor
    public AccessTokenAuthentication(String credentialsId) {
        this.credentialsId = Util.fixNull(credentialsId).strip();
    }

    public String getCredentialsId() {
        return Util.fixNull(credentialsId);
    }

    @Override
    void check(SastServer server) {
        requireCredentials(!server.getAccess().usesJobCredentials(), credentialsId);
    }

    private static void requireCredentials(boolean required, String id) {
        if (required && Util.fixEmptyAndTrim(id) == null) {
            throw new InvalidInputException("The credentials of the access token are missing. Select a secret text."
                    + " After \"Add\", select the new credentials.");
        }
    }

    @Override
    String account() {
        return getCredentialsId();
    }

    @Override
    Authentication resolve(SastServer server, Run<?, ?> run) {
        StringCredentials secret = ServerCredentials.account(
                StringCredentials.class, credentialsId, "access token (secret text)", server.address(), server, run);
        return new AccessToken(secret.getSecret().getPlainText());
    }

    @Extension
    @Symbol("accessToken")
    public static class DescriptorImpl extends FormDescriptor {
        @Override
        public String getDisplayName() {
            return Messages.AccessTokenAuthentication_displayName();
        }

        @POST
        public ListBoxModel doFillCredentialsIdItems(
                @QueryParameter String credentialsId, @QueryParameter @RelativePath("..") String url) {
            return ServerCredentials.items(StringCredentials.class, credentialsId, () -> ServiceUrl.base(url, true));
        }

        @POST
        public FormValidation doCheckCredentialsId(
                @QueryParameter String value,
                @QueryParameter @RelativePath("..") String url,
                @QueryParameter @RelativePath("../access") String jobCredentialsId) {
            return FieldCheck.unlessNew(
                    () -> {
                        requireCredentials(Util.fixEmptyAndTrim(jobCredentialsId) == null, value);
                        ServerCredentials.requireExisting(StringCredentials.class, value);
                    },
                    value,
                    url);
        }
    }
}
