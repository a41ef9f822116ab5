package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.Util;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import jenkins.model.Jenkins;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/** A SAST server that jobs refer to by name. Stores values as entered; {@link #problem} validates them. */
public class SastServer implements Describable<SastServer> {
    /** Below the limit of common web servers, 4,294,967,295 bytes. */
    public static final int DEFAULT_SIZE_LIMIT_MEGABYTES = 4_000;

    private static final int MAX_NAME_LENGTH = 200;
    /** Not 0, which is a valid number of retries. */
    private static final int NOT_A_NUMBER = -1;

    private final String name;
    private final String url;
    private final SastAuthentication authentication;
    private UploadEncoding uploadEncoding = UploadEncoding.FORM;
    private UploadFrom uploadFrom = UploadFrom.AGENT;
    private int sizeLimitMegabytes = DEFAULT_SIZE_LIMIT_MEGABYTES;

    private int connectTimeoutSeconds = (int) Timeouts.DEFAULT.connect().toSeconds();
    private int readTimeoutSeconds = (int) Timeouts.DEFAULT.read().toSeconds();
    private int writeTimeoutSeconds = (int) Timeouts.DEFAULT.write().toSeconds();
    private int retries = CallPolicy.DEFAULT.retries();
    private boolean allowPlainHttp;
    /** Null if the stored configuration has none. */
    private ServerAccess access = new ServerAccess();

    @DataBoundConstructor
    public SastServer(String name, String url, SastAuthentication authentication) {
        this.name = Util.fixNull(name).strip();
        this.url = Util.fixNull(url).strip();
        this.authentication = authentication;
    }

    public String getName() {
        return name;
    }

    public String getUrl() {
        return url;
    }

    public SastAuthentication getAuthentication() {
        return authentication;
    }

    public UploadEncoding getUploadEncoding() {
        return uploadEncoding;
    }

    @DataBoundSetter
    public void setUploadEncoding(UploadEncoding uploadEncoding) {
        this.uploadEncoding = uploadEncoding;
    }

    public UploadFrom getUploadFrom() {
        return uploadFrom;
    }

    @DataBoundSetter
    public void setUploadFrom(UploadFrom uploadFrom) {
        this.uploadFrom = uploadFrom;
    }

    public int getSizeLimitMegabytes() {
        return sizeLimitMegabytes;
    }

    @DataBoundSetter
    public void setSizeLimitMegabytes(int sizeLimitMegabytes) {
        this.sizeLimitMegabytes = sizeLimitMegabytes;
    }

    public int getConnectTimeoutSeconds() {
        return connectTimeoutSeconds;
    }

    @DataBoundSetter
    public void setConnectTimeoutSeconds(int connectTimeoutSeconds) {
        this.connectTimeoutSeconds = connectTimeoutSeconds;
    }

    public int getReadTimeoutSeconds() {
        return readTimeoutSeconds;
    }

    @DataBoundSetter
    public void setReadTimeoutSeconds(int readTimeoutSeconds) {
        this.readTimeoutSeconds = readTimeoutSeconds;
    }

    public int getWriteTimeoutSeconds() {
        return writeTimeoutSeconds;
    }

    @DataBoundSetter
    public void setWriteTimeoutSeconds(int writeTimeoutSeconds) {
        this.writeTimeoutSeconds = writeTimeoutSeconds;
    }

    public int getRetries() {
        return retries;
    }

    /** @param retries null if the text of a form or file is not a whole number; then the SAST server cannot work */
    @DataBoundSetter
    public void setRetries(Integer retries) {
        this.retries = retries == null ? NOT_A_NUMBER : retries;
    }

    public boolean isAllowPlainHttp() {
        return allowPlainHttp;
    }

    @DataBoundSetter
    public void setAllowPlainHttp(boolean allowPlainHttp) {
        this.allowPlainHttp = allowPlainHttp;
    }

    public ServerAccess getAccess() {
        return access == null ? new ServerAccess() : access;
    }

    @DataBoundSetter
    public void setAccess(ServerAccess access) {
        this.access = access;
    }

    /** Maximum size of a request body in bytes. */
    public long sizeLimitBytes() {
        return sizeLimitMegabytes * 1_000_000L;
    }

    /**
     * Explains in one sentence why this SAST server cannot work. Empty if it can. Does not check whether the credentials
     * exist, because they may be added later.
     *
     * @param otherNames the names of the other SAST servers
     */
    Optional<String> problem(Collection<String> otherNames) {
        try {
            checkName(name, otherNames);
            address();
            ServerConnection.settings(this);
            if (sizeLimitMegabytes < 1) {
                throw new InvalidInputException("The size limit must be at least 1 MB.");
            }
            getAccess().check();
            if (authentication == null) {
                throw new InvalidInputException("No authentication is selected. Select an access token or OAuth 2.0.");
            }
            authentication.check(allowPlainHttp, getAccess().usesJobCredentials());
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of("SAST server \"" + PlainText.oneLine(name, MAX_NAME_LENGTH) + "\": " + e.getMessage());
        }
    }

    /** @throws InvalidInputException if the URL is invalid */
    public ServiceUrl address() {
        return ServiceUrl.base(url, allowPlainHttp);
    }

    private static void checkName(String name, Collection<String> otherNames) {
        if (name.isEmpty()) {
            throw new InvalidInputException("The name is missing. Enter a name for use in jobs.");
        }
        if (!PlainText.oneLine(name, MAX_NAME_LENGTH).equals(name)) {
            throw new InvalidInputException("The name contains a line break or another invisible character,"
                    + " or is longer than " + MAX_NAME_LENGTH + " characters. Enter another name.");
        }
        if (otherNames.contains(name)) {
            throw new InvalidInputException("Another SAST server has this name. Names must be unique.");
        }
    }

    @Extension
    public static class DescriptorImpl extends Descriptor<SastServer> {
        /** The initial values of the form. */
        public SastServer getDefaults() {
            return new SastServer("", "", null);
        }

        /** Explains in the form why a saved SAST server cannot work. */
        public Optional<String> problem(SastServer server) {
            return SastConfiguration.get().problem(server);
        }

        /** @param otherNames the names in the other rows of the form, one per line */
        @POST
        public FormValidation doCheckName(
                @QueryParameter String value, @QueryParameter String url, @QueryParameter String otherNames) {
            List<String> others =
                    Util.fixNull(otherNames).lines().map(String::strip).toList();
            return FieldCheck.unlessNew(() -> checkName(Util.fixNull(value).strip(), others), value, url);
        }

        @POST
        public FormValidation doCheckUrl(
                @QueryParameter String value, @QueryParameter String name, @QueryParameter boolean allowPlainHttp) {
            return FieldCheck.unlessNew(() -> ServiceUrl.base(value, allowPlainHttp), value, name);
        }

        /** Warns if the agent cannot upload. */
        @POST
        public FormValidation doCheckUploadFrom(@QueryParameter String value, @QueryParameter String url) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            return !UploadFrom.CONTROLLER.name().equals(value) && ServerConnection.isBehindProxyWithUser(url)
                    ? FormValidation.warning(Messages.SastServer_proxyNeedsUser())
                    : FormValidation.ok();
        }

        @POST
        public ListBoxModel doFillUploadEncodingItems() {
            return FieldCheck.choices(
                    UploadEncoding.values(),
                    each -> each == UploadEncoding.FORM
                            ? Messages.UploadEncoding_form()
                            : Messages.UploadEncoding_multipart());
        }

        @POST
        public ListBoxModel doFillUploadFromItems() {
            return FieldCheck.choices(UploadFrom.values(), UploadFrom::getDisplayName);
        }
    }
}
