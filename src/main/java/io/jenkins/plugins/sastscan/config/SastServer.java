package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.Util;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.CallPolicy;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import jenkins.model.Jenkins;
import org.kohsuke.accmod.Restricted;
import org.kohsuke.accmod.restrictions.NoExternalUse;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/**
 * A SAST server that jobs refer to by name. Stores values as entered; {@link #check} validates them.
 *
 * <p>Jenkins calls no constructor when it reads this class from a file. What is missing there, or cannot be read, is
 * null, 0 or false, and makes the SAST server misconfigured.
 */
public class SastServer implements Describable<SastServer> {
    /** Less than 4,294,967,295 bytes, the limit of common web servers. */
    public static final int DEFAULT_SIZE_LIMIT_MEGABYTES = 4_000;

    private final String name;
    private final String url;
    private final SastAuthentication authentication;
    private UploadEncoding uploadEncoding = UploadEncoding.FORM;
    private UploadFrom uploadFrom = UploadFrom.AUTOMATIC;
    private int sizeLimitMegabytes = DEFAULT_SIZE_LIMIT_MEGABYTES;
    private int connectTimeoutSeconds = (int) Timeouts.DEFAULT.connect().toSeconds();
    private int readTimeoutSeconds = (int) Timeouts.DEFAULT.read().toSeconds();
    private int writeTimeoutSeconds = (int) Timeouts.DEFAULT.write().toSeconds();
    private Integer retries = CallPolicy.DEFAULT.retries();
    private boolean allowPlainHttp;
    private String certificates = "";
    private boolean noProxy;
    private ServerAccess access = new ServerAccess();
    private String excludes = "";
    private String projectPage = "";

    @DataBoundConstructor
    public SastServer(String name, String url, SastAuthentication authentication) {
        this.name = Util.fixNull(name).strip();
        this.url = Util.fixNull(url).strip();
        this.authentication = authentication;
    }

    /** Without a setting that protects something, no job can use the SAST server, even after the next save. */
    private Object readResolve() {
        if (uploadFrom == null || uploadEncoding == null || excludes == null || access == null) {
            access = ServerAccess.unreadable();
            setUploadFrom(uploadFrom);
            setUploadEncoding(uploadEncoding);
            setExcludes(excludes);
        }
        return this;
    }

    public String getName() {
        return Util.fixNull(name);
    }

    public String getUrl() {
        return Util.fixNull(url);
    }

    public SastAuthentication getAuthentication() {
        return authentication;
    }

    public UploadEncoding getUploadEncoding() {
        return uploadEncoding;
    }

    @DataBoundSetter
    public void setUploadEncoding(UploadEncoding uploadEncoding) {
        this.uploadEncoding = uploadEncoding == null ? UploadEncoding.FORM : uploadEncoding;
    }

    public UploadFrom getUploadFrom() {
        return uploadFrom;
    }

    /** @param uploadFrom null for the controller, so that no agent gets the token by mistake */
    @DataBoundSetter
    public void setUploadFrom(UploadFrom uploadFrom) {
        this.uploadFrom = uploadFrom == null ? UploadFrom.CONTROLLER : uploadFrom;
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

    /** Returns -1, which is invalid, if no whole number was entered or stored. */
    public int getRetries() {
        return retries == null ? -1 : retries;
    }

    @DataBoundSetter
    public void setRetries(Integer retries) {
        this.retries = retries;
    }

    public boolean isAllowPlainHttp() {
        return allowPlainHttp;
    }

    @DataBoundSetter
    public void setAllowPlainHttp(boolean allowPlainHttp) {
        this.allowPlainHttp = allowPlainHttp;
    }

    public String getCertificates() {
        return Util.fixNull(certificates);
    }

    /** @param certificates in PEM format, trusted in addition to those in Java's trust store */
    @DataBoundSetter
    public void setCertificates(String certificates) {
        this.certificates = Util.fixNull(certificates).strip();
    }

    public boolean isNoProxy() {
        return noProxy;
    }

    /** @param noProxy whether connections ignore the proxy of Jenkins */
    @DataBoundSetter
    public void setNoProxy(boolean noProxy) {
        this.noProxy = noProxy;
    }

    public ServerAccess getAccess() {
        return access;
    }

    @DataBoundSetter
    public void setAccess(ServerAccess access) {
        this.access = access == null ? ServerAccess.unreadable() : access;
    }

    /** Ant patterns for files that no submission uploads, separated by commas or line breaks; can be empty. */
    public String getExcludes() {
        return excludes;
    }

    @DataBoundSetter
    public void setExcludes(String excludes) {
        this.excludes = Util.fixNull(excludes).strip();
    }

    public String getProjectPage() {
        return Util.fixNull(projectPage);
    }

    /** @param projectPage the address of a project's page for people, with {@link ProjectPage#PLACEHOLDER}; can be empty */
    @DataBoundSetter
    public void setProjectPage(String projectPage) {
        this.projectPage = Util.fixNull(projectPage).strip();
    }

    public List<String> excludePatterns() {
        return Selection.patterns(excludes);
    }

    /**
     * Checks all settings, but not whether credentials exist, because administrators can add them later.
     *
     * @throws InvalidInputException if this SAST server is misconfigured; the message does not name the SAST server
     */
    void check(Collection<String> otherNames) {
        access.check();
        FieldCheck.serverName(getName(), otherNames);
        address();
        ServerConnection.settings(this, getRetries());
        if (sizeLimitMegabytes < 1) {
            throw new InvalidInputException("The size limit must be at least 1 MB.");
        }
        checkExcludes(excludes);
        ProjectPage.check(getProjectPage());
        if (authentication == null) {
            throw new InvalidInputException("No authentication is selected. Select one.");
        }
        authentication.check(this);
    }

    private static void checkExcludes(String patterns) {
        new Selection(List.of(), Selection.patterns(patterns), true, true);
    }

    /** @throws InvalidInputException if the URL is invalid */
    public ServiceUrl address() {
        return ServiceUrl.base(FieldCheck.requireTlsInFipsMode(getUrl()), allowPlainHttp);
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

        /** Returns a problem that no field of the form shows. */
        public Optional<String> unseenProblem(SastServer server) {
            return server.getName().isEmpty() && server.getUrl().isEmpty()
                    ? problem(server)
                    : FieldCheck.problem(server.getAccess()::check);
        }

        /** @param otherNames the names in the other rows of the form, one per line */
        @POST
        public FormValidation doCheckName(
                @QueryParameter String value, @QueryParameter String url, @QueryParameter String otherNames) {
            return FieldCheck.unlessNew(
                    () -> FieldCheck.serverName(
                            Util.fixNull(value).strip(),
                            Util.fixNull(otherNames).lines().map(String::strip).toList()),
                    value,
                    url);
        }

        @POST
        public FormValidation doCheckCertificates(@QueryParameter String value) {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            return CertificateCheck.of(value);
        }

        @POST
        public FormValidation doCheckUrl(
                @QueryParameter String value, @QueryParameter String name, @QueryParameter boolean allowPlainHttp) {
            return FieldCheck.unlessNew(
                    () -> ServiceUrl.base(FieldCheck.requireTlsInFipsMode(value), allowPlainHttp), value, name);
        }

        @POST
        public FormValidation doCheckProjectPage(@QueryParameter String value) {
            return FieldCheck.administrator(
                    () -> ProjectPage.check(Util.fixNull(value).strip()));
        }

        @POST
        public FormValidation doCheckExcludes(@QueryParameter String value) {
            return FieldCheck.configurer(null, value, SastServer::checkExcludes, Selection::hint);
        }
    }
}
