package io.jenkins.plugins.sastscan.config;

import hudson.Util;
import hudson.model.Describable;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.regex.Pattern;
import org.kohsuke.stapler.DataBoundConstructor;
import org.kohsuke.stapler.DataBoundSetter;

/**
 * A SAST server that jobs refer to by name. Stores values as entered; {@link #check} validates them.
 *
 * <p>Jenkins calls no constructor when it reads this class from a file. What is missing there, or cannot be read, is
 * null, 0 or false. Such values make the SAST server misconfigured, or at least allow nothing more.
 */
public class SastServer implements Describable<SastServer> {
    private static final String PLACEHOLDER = "{projectId}";

    /** A web address without a user. */
    private static final Pattern WEB_ADDRESS = Pattern.compile("(?i)https?://[^\\s/?#@]+([/?#]\\S*)?");

    private final String name;
    private final String url;
    private final SastAuthentication authentication;
    private UploadEncoding uploadEncoding = UploadEncoding.FORM;
    private UploadFrom uploadFrom = UploadFrom.AUTOMATIC;
    /** The default is less than 4,294,967,295 bytes, the limit of common web servers. */
    private int sizeLimitMegabytes = 4_000;

    private int readTimeoutSeconds = (int) Timeouts.DEFAULT.read().toSeconds();
    private Integer retries = ConnectionSettings.DEFAULT_RETRIES;
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

    public int getReadTimeoutSeconds() {
        return readTimeoutSeconds;
    }

    @DataBoundSetter
    public void setReadTimeoutSeconds(int readTimeoutSeconds) {
        this.readTimeoutSeconds = readTimeoutSeconds;
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

    /** If a setting that protects something is missing, no job can use the SAST server, even after the next save. */
    public ServerAccess getAccess() {
        return uploadFrom == null || uploadEncoding == null || excludes == null || access == null
                ? ServerAccess.unreadable()
                : access;
    }

    @DataBoundSetter
    public void setAccess(ServerAccess access) {
        this.access = access;
    }

    /** Ant patterns for files that no submission uploads, separated by commas or line breaks; can be empty. */
    public String getExcludes() {
        return Util.fixNull(excludes);
    }

    @DataBoundSetter
    public void setExcludes(String excludes) {
        this.excludes = Util.fixNull(excludes).strip();
    }

    public String getProjectPage() {
        return Util.fixNull(projectPage);
    }

    /** @param projectPage the address of a project's page for people, with {@code {projectId}}; can be empty */
    @DataBoundSetter
    public void setProjectPage(String projectPage) {
        this.projectPage = Util.fixNull(projectPage).strip();
    }

    /**
     * Checks all settings, but not whether credentials exist, because administrators can add them later.
     *
     * @param names the names of all SAST servers
     * @throws InvalidInputException if this SAST server is misconfigured; the message does not name the SAST server
     */
    void check(List<String> names) {
        getAccess().check();
        FieldCheck.serverName(getName(), names);
        address();
        ServerConnection.settings(this, getRetries());
        if (sizeLimitMegabytes < 1) {
            throw new InvalidInputException("The size limit must be at least 1 MB.");
        }
        checkExcludes(excludes);
        checkProjectPage(getProjectPage());
        if (authentication == null) {
            throw new InvalidInputException("No authentication is selected. Select one.");
        }
        authentication.check(this);
    }

    public static void checkExcludes(String patterns) {
        new Selection(List.of(), Selection.patterns(patterns), true, true);
    }

    static void checkProjectPage(String address) {
        if (!address.isEmpty()
                && !(address.contains(PLACEHOLDER)
                        && WEB_ADDRESS.matcher(address).matches())) {
            throw new InvalidInputException("The address of the project page is invalid. Enter the web address of a"
                    + " project, with " + PLACEHOLDER + " in place of the ID. Example: https://sast.example/projects/"
                    + PLACEHOLDER);
        }
    }

    /** Returns the page of a project; empty if this SAST server has no address for project pages. */
    public String projectPage(ProjectId project) {
        return getProjectPage().replace(PLACEHOLDER, project.toString());
    }

    /** @throws InvalidInputException if the URL is invalid */
    public ServiceUrl address() {
        return ServiceUrl.base(FieldCheck.requireTlsInFipsMode(getUrl()), allowPlainHttp);
    }
}
