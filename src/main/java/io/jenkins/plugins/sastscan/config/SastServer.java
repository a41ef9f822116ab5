package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.Util;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import hudson.util.XStream2;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Collection;
import java.util.Optional;
import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/** A SAST server that jobs refer to by name. Stores values as entered; {@link #check} validates them. */
public class SastServer implements Describable<SastServer> {
    /** Less than 4,294,967,295 bytes, the limit of common web servers. */
    public static final int DEFAULT_SIZE_LIMIT_MEGABYTES = 4_000;

    private final String name;
    private final String url;
    private final SastAuthentication authentication;
    private UploadEncoding uploadEncoding = UploadEncoding.FORM;
    private UploadFrom uploadFrom = UploadFrom.AGENT;
    private int sizeLimitMegabytes = DEFAULT_SIZE_LIMIT_MEGABYTES;
    private int connectTimeoutSeconds = (int) Timeouts.DEFAULT.connect().toSeconds();
    private int readTimeoutSeconds = (int) Timeouts.DEFAULT.read().toSeconds();
    private int writeTimeoutSeconds = (int) Timeouts.DEFAULT.write().toSeconds();
    private boolean allowPlainHttp;
    private ServerAccess access = new ServerAccess();
    /** Null for the default, which can change between plugin versions. */
    private Integer retries;

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

    /** Returns the controller if no valid value is stored, so that no agent gets the token by mistake. */
    public UploadFrom getUploadFrom() {
        return uploadFrom == null ? UploadFrom.CONTROLLER : uploadFrom;
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
        return retries == null ? CallPolicy.DEFAULT.retries() : retries;
    }

    /** @param retries null if the form or file contains no whole number; the SAST server is then misconfigured */
    @DataBoundSetter
    public void setRetries(Integer retries) {
        Integer entered = retries == null ? Integer.valueOf(-1) : retries;
        this.retries = entered == CallPolicy.DEFAULT.retries() ? null : entered;
    }

    public boolean isAllowPlainHttp() {
        return allowPlainHttp;
    }

    @DataBoundSetter
    public void setAllowPlainHttp(boolean allowPlainHttp) {
        this.allowPlainHttp = allowPlainHttp;
    }

    /** If the stored access settings cannot be read, returns settings that allow no job. */
    public ServerAccess getAccess() {
        return access == null ? ServerAccess.asRead(null, 0) : access;
    }

    @DataBoundSetter
    public void setAccess(ServerAccess access) {
        this.access = access;
    }

    /**
     * Checks all settings, but not whether credentials exist, because administrators can add them later.
     *
     * @throws InvalidInputException if this SAST server is misconfigured; the message does not name the SAST server
     */
    void check(Collection<String> otherNames) {
        getAccess().check();
        if (uploadFrom == null || uploadEncoding == null) {
            throw new InvalidInputException(ServerAccess.INCOMPLETE);
        }
        FieldCheck.serverName(getName(), otherNames);
        address();
        ServerConnection.settings(this, getRetries());
        if (sizeLimitMegabytes < 1) {
            throw new InvalidInputException("The size limit must be at least 1 MB.");
        }
        if (authentication == null) {
            throw new InvalidInputException("No authentication is selected. Select one.");
        }
        authentication.check(allowPlainHttp, getAccess().usesJobCredentials());
    }

    /** @throws InvalidInputException if the URL is invalid */
    public ServiceUrl address() {
        return ServiceUrl.base(FieldCheck.requireTlsInFipsMode(getUrl()), allowPlainHttp);
    }

    /** Reads the stored settings of a SAST server. If a setting is unreadable, no job can use the SAST server. */
    @Restricted(NoExternalUse.class)
    public static final class ConverterImpl extends DefaultsConverter<SastServer> {
        public ConverterImpl(XStream2 xstream) {
            super(xstream, () -> {
                SastServer server = new SastServer("", "", null);
                server.access = null;
                server.uploadFrom = null;
                return server;
            });
        }

        @Override
        void afterReading(SastServer server, int errors) {
            server.access = ServerAccess.asRead(server.access, errors);
            server.setRetries(server.getRetries());
        }
    }

    @Extension
    @Restricted(NoExternalUse.class)
    public static class DescriptorImpl extends Descriptor<SastServer> {
        public static final long MAX_TIMEOUT_SECONDS =
                CallPolicy.DEFAULT.uploadLimit().toSeconds();

        /** Returns the default values, for the form and the help. */
        public SastServer getDefaults() {
            return new SastServer("", "", null);
        }

        public Optional<String> problem(SastServer server) {
            return SastConfiguration.get().problem(server);
        }

        /** @param otherNames the names in the other rows of the form, one per line */
        @POST
        public FormValidation doCheckName(
                @QueryParameter String value, @QueryParameter String url, @QueryParameter String otherNames) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            var others = Util.fixNull(otherNames).lines().map(String::strip).toList();
            return FieldCheck.unlessNew(
                    () -> FieldCheck.serverName(Util.fixNull(value).strip(), others), value, url);
        }

        @POST
        public FormValidation doCheckUrl(
                @QueryParameter String value, @QueryParameter String name, @QueryParameter boolean allowPlainHttp) {
            return FieldCheck.unlessNew(
                    () -> ServiceUrl.base(FieldCheck.requireTlsInFipsMode(value), allowPlainHttp), value, name);
        }

        @POST
        public FormValidation doCheckUploadFrom(@QueryParameter String value, @QueryParameter String url) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            return !UploadFrom.CONTROLLER.name().equals(value) && ServerConnection.proxyRequiresUser(url)
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
