package io.jenkins.plugins.sastscan.config;

import edu.umd.cs.findbugs.annotations.CheckForNull;
import hudson.Extension;
import hudson.Util;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.util.FormValidation;
import hudson.util.ListBoxModel;
import io.jenkins.plugins.sastscan.service.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.service.Timeouts;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.time.Duration;
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
    private static final long BYTES_PER_MEGABYTE = 1_000_000;
    private static final int MAX_NAME_LENGTH = 200;
    /** Not 0, which is a valid number of retries. */
    private static final int NOT_A_NUMBER = -1;

    private final String name;
    private final String url;
    private final SastAuthentication authentication;
    private UploadEncoding uploadEncoding = UploadEncoding.FORM;
    private UploadFrom uploadFrom = UploadFrom.AGENT;
    private int sizeLimitMegabytes = DescriptorImpl.DEFAULT_SIZE_LIMIT_MEGABYTES;
    private int connectTimeoutSeconds = DescriptorImpl.DEFAULT_CONNECT_TIMEOUT_SECONDS;
    private int readTimeoutSeconds = DescriptorImpl.DEFAULT_READ_TIMEOUT_SECONDS;
    private int writeTimeoutSeconds = DescriptorImpl.DEFAULT_WRITE_TIMEOUT_SECONDS;
    private int retries = DescriptorImpl.DEFAULT_RETRIES;
    private boolean allowPlainHttp;
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
    public void setRetries(@CheckForNull Integer retries) {
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
        return access;
    }

    @DataBoundSetter
    public void setAccess(ServerAccess access) {
        this.access = access == null ? new ServerAccess() : access;
    }

    /** Configurations of older versions have no access settings. */
    private Object readResolve() {
        setAccess(access);
        return this;
    }

    /** Maximum size of a request body in bytes. */
    public long sizeLimitBytes() {
        return sizeLimitMegabytes * BYTES_PER_MEGABYTE;
    }

    /**
     * Says in one sentence why this SAST server cannot work, or empty if it can. Does not check whether the credentials
     * exist, because they may be added later.
     *
     * @param otherNames the names of the other SAST servers
     */
    Optional<String> problem(Collection<String> otherNames) {
        try {
            checkName(name, otherNames);
            address();
            connection();
            checkSizeLimit(sizeLimitMegabytes);
            access.check();
            if (authentication == null) {
                throw new InvalidInputException("No authentication is selected. Select an access token or OAuth 2.0.");
            }
            authentication.check(allowPlainHttp, access.usesJobCredentials());
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of("SAST server \"" + PlainText.oneLine(name, MAX_NAME_LENGTH) + "\": " + e.getMessage());
        }
    }

    ServiceUrl address() {
        return ServiceUrl.base(url, allowPlainHttp);
    }

    ConnectionSettings connection() {
        return new ConnectionSettings(
                new Timeouts(
                        Duration.ofSeconds(connectTimeoutSeconds),
                        Duration.ofSeconds(readTimeoutSeconds),
                        Duration.ofSeconds(writeTimeoutSeconds)),
                JenkinsProxy.settings(),
                CallPolicy.DEFAULT.withRetries(retries));
    }

    private static void checkName(String name, Collection<String> otherNames) {
        if (name.isEmpty()) {
            throw new InvalidInputException("The name is missing. Enter a name for use in jobs.");
        }
        if (!PlainText.oneLine(name, MAX_NAME_LENGTH).equals(name)) {
            throw new InvalidInputException("The name contains a line break or another invisible character,"
                    + " or is longer than " + MAX_NAME_LENGTH + " characters.");
        }
        if (otherNames.contains(name)) {
            throw new InvalidInputException("Another SAST server has this name. Names must be unique.");
        }
    }

    private static void checkSizeLimit(int megabytes) {
        if (megabytes < 1) {
            throw new InvalidInputException("The size limit must be at least 1 MB.");
        }
    }

    @Extension
    public static class DescriptorImpl extends Descriptor<SastServer> {
        /** Below the limit of common web servers, 4,294,967,295 bytes. */
        public static final int DEFAULT_SIZE_LIMIT_MEGABYTES = 4_000;

        public static final int DEFAULT_CONNECT_TIMEOUT_SECONDS = 30;
        /** The SAST server may process an upload for a long time before it responds. */
        public static final int DEFAULT_READ_TIMEOUT_SECONDS = 1_200;

        public static final int DEFAULT_WRITE_TIMEOUT_SECONDS = 120;
        public static final int DEFAULT_RETRIES = 3;

        @Override
        public String getDisplayName() {
            return Messages.SastServer_displayName();
        }

        /** Says in the form why a saved SAST server cannot work. */
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

        @POST
        public FormValidation doCheckSizeLimitMegabytes(@QueryParameter String value) {
            return FieldCheck.administrator(() -> checkSizeLimit(FieldCheck.wholeNumber(value)));
        }

        @POST
        public FormValidation doCheckConnectTimeoutSeconds(@QueryParameter String value) {
            return checkSeconds(value);
        }

        @POST
        public FormValidation doCheckReadTimeoutSeconds(@QueryParameter String value) {
            return checkSeconds(value);
        }

        @POST
        public FormValidation doCheckWriteTimeoutSeconds(@QueryParameter String value) {
            return checkSeconds(value);
        }

        private static FormValidation checkSeconds(String value) {
            return FieldCheck.administrator(() -> {
                Duration duration = Duration.ofSeconds(FieldCheck.wholeNumber(value));
                new Timeouts(duration, duration, duration);
            });
        }

        /** Warns if the agent cannot upload. */
        @POST
        public FormValidation doCheckUploadFrom(@QueryParameter String value, @QueryParameter String url) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            return !UploadFrom.CONTROLLER.name().equals(value) && isBehindProxyWithUser(url)
                    ? FormValidation.warning(Messages.SastServer_proxyNeedsUser())
                    : FormValidation.ok();
        }

        private static boolean isBehindProxyWithUser(String url) {
            SastServer server = new SastServer("", url, null);
            server.setAllowPlainHttp(true);
            try {
                return server.connection()
                        .proxy()
                        .requiresUserFor(server.address().host());
            } catch (InvalidInputException e) {
                // The check of the URL field reports this.
                return false;
            }
        }

        @POST
        public FormValidation doCheckRetries(@QueryParameter String value) {
            return FieldCheck.administrator(() -> CallPolicy.checkRetries(FieldCheck.wholeNumber(value)));
        }

        @POST
        public ListBoxModel doFillUploadEncodingItems() {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            return new ListBoxModel(
                    new ListBoxModel.Option(Messages.UploadEncoding_form(), UploadEncoding.FORM.name()),
                    new ListBoxModel.Option(Messages.UploadEncoding_multipart(), UploadEncoding.MULTIPART.name()));
        }

        @POST
        public ListBoxModel doFillUploadFromItems() {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            ListBoxModel items = new ListBoxModel();
            for (UploadFrom machine : UploadFrom.values()) {
                items.add(machine.getDisplayName(), machine.name());
            }
            return items;
        }
    }
}
