package io.jenkins.plugins.sastscan.config;

import com.cloudbees.plugins.credentials.common.StandardUsernamePasswordCredentials;
import hudson.Extension;
import hudson.RelativePath;
import hudson.Util;
import hudson.model.Descriptor;
import hudson.model.Run;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import hudson.util.XStream2;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.SecretText;
import io.jenkins.plugins.sastscan.client.ServiceAuthentication;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;
import jenkins.model.Jenkins;
import org.jenkinsci.Symbol;
import org.jenkinsci.plugins.plaincredentials.StringCredentials;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/** Requests tokens from an OAuth 2.0 token endpoint. */
public class OAuthAuthentication extends SastAuthentication {
    public enum Grant {
        PASSWORD,
        CLIENT_CREDENTIALS
    }

    private static final Class<StandardUsernamePasswordCredentials> USER = StandardUsernamePasswordCredentials.class;

    private final String tokenUrl;
    private final String clientId;
    private Grant grant = DescriptorImpl.DEFAULT_GRANT;
    private String clientSecretId = "";
    private String userCredentialsId = "";
    private String scope = OAuthSettings.DEFAULT_SCOPE;

    @DataBoundConstructor
    public OAuthAuthentication(String tokenUrl, String clientId) {
        this.tokenUrl = Util.fixNull(tokenUrl).strip();
        this.clientId = Util.fixNull(clientId).strip();
    }

    public String getTokenUrl() {
        return tokenUrl;
    }

    public String getClientId() {
        return clientId;
    }

    public Grant getGrant() {
        return grant;
    }

    @DataBoundSetter
    public void setGrant(Grant grant) {
        this.grant = grant;
    }

    public String getClientSecretId() {
        return clientSecretId;
    }

    @DataBoundSetter
    public void setClientSecretId(String clientSecretId) {
        this.clientSecretId = Util.fixNull(clientSecretId).strip();
    }

    public String getUserCredentialsId() {
        return userCredentialsId;
    }

    @DataBoundSetter
    public void setUserCredentialsId(String userCredentialsId) {
        this.userCredentialsId = Util.fixNull(userCredentialsId).strip();
    }

    public String getScope() {
        return scope;
    }

    @DataBoundSetter
    public void setScope(String scope) {
        this.scope = Util.fixNull(scope).strip();
    }

    @Override
    void check(boolean allowPlainHttp, boolean jobCredentials) {
        // The constructors reject invalid values.
        new OAuthSettings(
                ServiceUrl.token(FieldCheck.requireTlsInFipsMode(tokenUrl), allowPlainHttp),
                new OAuthSettings.Client(clientId, new SecretText("")),
                Optional.empty(),
                scope);
        if (grant == Grant.CLIENT_CREDENTIALS && jobCredentials) {
            throw new InvalidInputException("The grant type \"client credentials\" has one account for all jobs."
                    + " Select the grant type \"password\", or clear \"Credentials ID in the folder of the job\".");
        }
        requireUser(grant == Grant.PASSWORD && !jobCredentials, userCredentialsId);
    }

    private static void requireUser(boolean required, String id) {
        if (required && Util.fixEmptyAndTrim(id) == null) {
            throw new InvalidInputException(
                    "The grant type \"password\" requires user credentials. Select a user name with password."
                            + " After \"Add\", select the new credentials.");
        }
    }

    @Override
    String account() {
        return String.join(" ", tokenUrl, String.valueOf(grant), clientId, clientSecretId, userCredentialsId, scope);
    }

    @Override
    ServiceAuthentication resolve(SastServer server, Run<?, ?> run) {
        String what = "OAuth client secret (secret text)";
        String secret = clientSecretId.isEmpty()
                ? ""
                : ServerCredentials.find(StringCredentials.class, clientSecretId, what, tokenUrl, run)
                        .getSecret()
                        .getPlainText();
        Optional<OAuthSettings.User> owner = Optional.empty();
        if (grant != Grant.CLIENT_CREDENTIALS) {
            StandardUsernamePasswordCredentials user = ServerCredentials.account(
                    USER, userCredentialsId, "OAuth user (user name with password)", tokenUrl, server, run);
            owner = Optional.of(new OAuthSettings.User(
                    user.getUsername(), new SecretText(user.getPassword().getPlainText())));
        }
        return new OAuthSettings(
                ServiceUrl.token(tokenUrl, server.isAllowPlainHttp()),
                new OAuthSettings.Client(clientId, new SecretText(secret)),
                owner,
                scope);
    }

    @Restricted(NoExternalUse.class)
    public static final class ConverterImpl extends DefaultsConverter<OAuthAuthentication> {
        public ConverterImpl(XStream2 xstream) {
            super(xstream, () -> new OAuthAuthentication("", ""));
        }
    }

    @Extension
    @Symbol("oauth")
    @Restricted(NoExternalUse.class)
    public static class DescriptorImpl extends Descriptor<SastAuthentication> {
        public static final Grant DEFAULT_GRANT = Grant.PASSWORD;
        public static final String DEFAULT_SCOPE = OAuthSettings.DEFAULT_SCOPE;

        @Override
        public String getDisplayName() {
            return Messages.OAuthAuthentication_displayName();
        }

        /** If the field is empty, proposes the usual token URL of the SAST server. */
        @POST
        public FormValidation doCheckTokenUrl(
                @QueryParameter String value,
                @QueryParameter String clientId,
                @QueryParameter @RelativePath("..") String url,
                @QueryParameter @RelativePath("..") boolean allowPlainHttp) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            Optional<String> usual = ServiceUrl.usualToken(url);
            if (Util.fixEmptyAndTrim(value) == null && usual.isPresent()) {
                return FormValidation.warning(Messages.OAuthAuthentication_usualTokenUrl(usual.get()));
            }
            Runnable check = () -> ServiceUrl.token(FieldCheck.requireTlsInFipsMode(value), allowPlainHttp);
            return FieldCheck.unlessNew(check, value, clientId);
        }

        @POST
        public FormValidation doCheckClientId(@QueryParameter String value, @QueryParameter String tokenUrl) {
            return FieldCheck.unlessNew(
                    () -> new OAuthSettings.Client(Util.fixNull(value).strip(), new SecretText("")), value, tokenUrl);
        }

        @POST
        public ListBoxModel doFillGrantItems() {
            return FieldCheck.choices(
                    Grant.values(),
                    each -> each == Grant.PASSWORD
                            ? Messages.OAuthAuthentication_password()
                            : Messages.OAuthAuthentication_clientCredentials());
        }

        @POST
        public ListBoxModel doFillClientSecretIdItems(
                @QueryParameter String clientSecretId, @QueryParameter String tokenUrl) {
            return ServerCredentials.items(StringCredentials.class, clientSecretId, tokenUrl);
        }

        @POST
        public FormValidation doCheckClientSecretId(@QueryParameter String value) {
            return FieldCheck.administrator(() -> ServerCredentials.requireExisting(StringCredentials.class, value));
        }

        @POST
        public ListBoxModel doFillUserCredentialsIdItems(
                @QueryParameter String userCredentialsId, @QueryParameter String tokenUrl) {
            return ServerCredentials.items(USER, userCredentialsId, tokenUrl);
        }

        @POST
        public FormValidation doCheckUserCredentialsId(
                @QueryParameter String value,
                @QueryParameter String grant,
                @QueryParameter String clientId,
                @QueryParameter @RelativePath("../access") String jobCredentialsId) {
            return FieldCheck.unlessNew(
                    () -> {
                        if (!Grant.CLIENT_CREDENTIALS.name().equals(grant)) {
                            requireUser(Util.fixEmptyAndTrim(jobCredentialsId) == null, value);
                            ServerCredentials.requireExisting(USER, value);
                        }
                    },
                    value,
                    clientId);
        }

        @POST
        public FormValidation doTestConnection(
                @QueryParameter String url,
                @QueryParameter boolean testPlainHttp,
                @QueryParameter String testTimeoutSeconds,
                @QueryParameter String testJobCredentialsId,
                @QueryParameter String tokenUrl,
                @QueryParameter String grant,
                @QueryParameter String clientId,
                @QueryParameter String clientSecretId,
                @QueryParameter String userCredentialsId,
                @QueryParameter String scope,
                @QueryParameter String testProjectId) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            OAuthAuthentication tested = new OAuthAuthentication(tokenUrl, clientId);
            tested.setGrant(Grant.CLIENT_CREDENTIALS.name().equals(grant) ? Grant.CLIENT_CREDENTIALS : Grant.PASSWORD);
            tested.setClientSecretId(clientSecretId);
            tested.setUserCredentialsId(userCredentialsId);
            tested.setScope(scope);
            return ServerConnection.test(
                    url, testPlainHttp, testTimeoutSeconds, testJobCredentialsId, tested, testProjectId);
        }
    }
}
