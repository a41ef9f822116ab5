package io.jenkins.plugins.sastscan.config;

import com.cloudbees.plugins.credentials.common.StandardUsernamePasswordCredentials;
import hudson.Extension;
import hudson.RelativePath;
import hudson.Util;
import hudson.model.Run;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.text.Checks;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Optional;
import jenkins.model.Jenkins;
import org.jenkinsci.Symbol;
import org.jenkinsci.plugins.plaincredentials.StringCredentials;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/** Requests tokens from an OAuth 2.0 token endpoint. */
public class OAuthAuthentication extends SastAuthentication {
    private static final Class<StandardUsernamePasswordCredentials> USER = StandardUsernamePasswordCredentials.class;

    private final String tokenUrl;
    private final String clientId;
    private String clientSecretId = "";
    private String userCredentialsId = "";
    private String scope = OAuthSettings.DEFAULT_SCOPE;

    /** @param tokenUrl blank for the usual token URL of the SAST server */
    @DataBoundConstructor
    public OAuthAuthentication(String tokenUrl, String clientId) {
        this.tokenUrl = Util.fixNull(tokenUrl).strip();
        this.clientId = Util.fixNull(clientId).strip();
    }

    public String getTokenUrl() {
        return Util.fixNull(tokenUrl);
    }

    public String getClientId() {
        return Util.fixNull(clientId);
    }

    public String getClientSecretId() {
        return Util.fixNull(clientSecretId);
    }

    @DataBoundSetter
    public void setClientSecretId(String clientSecretId) {
        this.clientSecretId = Util.fixNull(clientSecretId).strip();
    }

    public String getUserCredentialsId() {
        return Util.fixNull(userCredentialsId);
    }

    /** @param userCredentialsId blank if tokens are for the client itself, and not for a user */
    @DataBoundSetter
    public void setUserCredentialsId(String userCredentialsId) {
        this.userCredentialsId = Util.fixNull(userCredentialsId).strip();
    }

    public String getScope() {
        return Util.fixNull(scope);
    }

    @DataBoundSetter
    public void setScope(String scope) {
        this.scope = Util.fixNull(scope).strip();
    }

    @Override
    void check(SastServer server) {
        settings(address(tokenUrl, server.getUrl(), server.isAllowPlainHttp()), "", Optional.empty());
        // Without this check, missing user credentials would select another account: that of the client.
        if (userCredentialsId == null) {
            throw new InvalidInputException("The stored user credentials could not be read. Save the settings again.");
        }
    }

    private OAuthSettings settings(ServiceUrl url, String secret, Optional<User> user) {
        return new OAuthSettings(url, getClientId(), new SecretText(secret), user, getScope());
    }

    /** @param tokenUrl blank for the usual token URL of the SAST server with this base URL */
    private static ServiceUrl address(String tokenUrl, String base, boolean allowPlainHttp) {
        String given = Util.fixEmptyAndTrim(tokenUrl);
        String url = given == null ? ServiceUrl.usualToken(base).orElse("") : given;
        return ServiceUrl.token(FieldCheck.requireTlsInFipsMode(url), allowPlainHttp);
    }

    @Override
    String account() {
        return String.join(" ", tokenUrl, clientId, clientSecretId, userCredentialsId, scope);
    }

    @Override
    Authentication resolve(SastServer server, Run<?, ?> run) {
        ServiceUrl url = address(tokenUrl, server.getUrl(), server.isAllowPlainHttp());
        String secret = "";
        if (!getClientSecretId().isEmpty()) {
            String what = "OAuth client secret (secret text)";
            var found = ServerCredentials.find(StringCredentials.class, clientSecretId, what, url, run);
            secret = found.getSecret().getPlainText();
        }
        Optional<User> owner = Optional.empty();
        if (!getUserCredentialsId().isEmpty() || server.getAccess().usesJobCredentials()) {
            StandardUsernamePasswordCredentials user = ServerCredentials.account(
                    USER, userCredentialsId, "OAuth user (user name with password)", url, server, run);
            owner = Optional.of(new User(
                    user.getUsername(), new SecretText(user.getPassword().getPlainText())));
        }
        return settings(url, secret, owner);
    }

    @Extension
    @Symbol("oauth")
    public static class DescriptorImpl extends FormDescriptor {
        public static final String DEFAULT_SCOPE = OAuthSettings.DEFAULT_SCOPE;

        @Override
        public String getDisplayName() {
            return Messages.OAuthAuthentication_displayName();
        }

        @POST
        public FormValidation doCheckTokenUrl(
                @QueryParameter String value,
                @QueryParameter @RelativePath("..") String url,
                @QueryParameter @RelativePath("..") boolean allowPlainHttp) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            Optional<String> usual = ServiceUrl.usualToken(url);
            return usual.isPresent() && Util.fixEmptyAndTrim(value) == null
                    ? FormValidation.ok(Messages.OAuthAuthentication_usualTokenUrl(usual.get()))
                    : FieldCheck.unlessNew(() -> address(value, url, allowPlainHttp), value);
        }

        @POST
        public FormValidation doCheckClientId(
                @QueryParameter String value, @QueryParameter @RelativePath("..") String url) {
            return FieldCheck.unlessNew(
                    () -> Checks.line("OAuth client ID", Util.fixNull(value).strip()), value, url);
        }

        @POST
        public ListBoxModel doFillClientSecretIdItems(
                @QueryParameter String clientSecretId, @QueryParameter String tokenUrl) {
            return ServerCredentials.items(
                    StringCredentials.class, clientSecretId, () -> ServiceUrl.token(tokenUrl, true));
        }

        @POST
        public FormValidation doCheckClientSecretId(@QueryParameter String value) {
            return FieldCheck.administrator(() -> ServerCredentials.requireExisting(StringCredentials.class, value));
        }

        @POST
        public ListBoxModel doFillUserCredentialsIdItems(
                @QueryParameter String userCredentialsId, @QueryParameter String tokenUrl) {
            return ServerCredentials.items(USER, userCredentialsId, () -> ServiceUrl.token(tokenUrl, true));
        }

        @POST
        public FormValidation doCheckUserCredentialsId(@QueryParameter String value) {
            return FieldCheck.administrator(() -> ServerCredentials.requireExisting(USER, value));
        }
    }
}
