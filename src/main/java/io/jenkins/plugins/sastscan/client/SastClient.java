package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Retry;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.http.HttpCalls;
import io.jenkins.plugins.sastscan.client.http.ServiceCall;
import io.jenkins.plugins.sastscan.client.http.ServiceCall.Operation;
import io.jenkins.plugins.sastscan.text.Checks;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import okhttp3.HttpUrl;

/**
 * The eight operations of a SAST server; see {@code docs/service.md}. Each call blocks until it succeeds, fails, or
 * exceeds its time limit. An interrupt ends a running call immediately. Use a client in one thread at a time.
 *
 * <p>Temporary failures are retried with increasing delays. A rejected token is renewed once. Redirects are not
 * followed.
 */
public final class SastClient {
    /** The severities that the documented REST API accepts; the first one is the default. */
    public static final List<String> SEVERITIES = List.of("Info", "Low", "Medium", "High");

    private static final String GIT_SETTINGS = "sourceCode/remoteSettings/git";

    /** Of the statuses 400 to 499, only these make {@link #checkAccess} fail. */
    private static final Set<Integer> ACCESS_FAILURES = Set.of(401, 404, 407, 429);

    private final ServiceUrl url;
    private final HttpCalls http;

    SastClient(ServiceUrl url, HttpCalls http) {
        this.url = url;
        this.http = http;
    }

    /**
     * Creates a client, which connects only when an operation is called.
     *
     * @param retries receives each retry before it starts
     * @throws InvalidInputException if Java cannot read its trust store
     */
    public static SastClient connect(
            ServiceUrl url, Authentication authentication, ConnectionSettings settings, Consumer<Retry> retries) {
        return new SastClient(
                url, new HttpCalls(authentication, settings, retries, HttpCalls.client(settings), Deadline.Clock.REAL));
    }

    /** Reads the license (operation 1). */
    public ResponseValues license() throws ServiceException, InterruptedException {
        return http.call(new ServiceCall(Operation.LICENSE, url("serverLicenseData"), Map.of()))
                .license();
    }

    /** Reads the branching status of a project (operation 2). The result has no values if the response has no body. */
    public ResponseValues branchingStatus(ProjectId project) throws ServiceException, InterruptedException {
        ServiceCall call = new ServiceCall(Operation.BRANCHING_STATUS, url("projects/branch/" + project), Map.of());
        return http.call(call).branchingStatus();
    }

    /**
     * Looks up the ID and version code of a query (operation 3).
     *
     * @param severity one of {@link #SEVERITIES} (case-insensitive), or another that a newer SAST server supports
     */
    public ResponseValues query(String language, String severity, String name)
            throws ServiceException, InterruptedException {
        String given = Checks.line("severity", severity).strip();
        String known =
                SEVERITIES.stream().filter(given::equalsIgnoreCase).findFirst().orElse(given);
        HttpUrl target = url("queries/queryVersionCode")
                .newBuilder()
                .addQueryParameter("language", Checks.line("language of the query", language))
                .addQueryParameter("severity", known)
                .addQueryParameter("queryName", Checks.line("name of the query", name))
                .build();
        return http.call(new ServiceCall(Operation.QUERY, target, Map.of())).query();
    }

    /**
     * Uploads a zip file to a project (operation 4), with constant memory. If the digest of the zip file no longer
     * equals the digest in {@code archive}, the upload fails before the whole zip file is sent. No retry follows.
     *
     * @param transport sends the zip file from this machine or from another; this client decides about retries
     */
    public void upload(ProjectId project, Upload.Archive archive, Upload.Transport transport)
            throws ServiceException, InterruptedException {
        HttpUrl target = project(project, "sourceCode/attachments");
        http.call(new ServiceCall(
                Operation.UPLOAD, target, UploadEncoding.FORM, Map.of(), archive, transport, SecretMask.NONE));
    }

    /** Makes the SAST server run the next scheduled scan of a project even if no code has changed (operation 5). */
    public void forceScan(ProjectId project) throws ServiceException, InterruptedException {
        http.call(new ServiceCall(Operation.FORCE_SCAN, project(project, "forceScanOnNoCodeChanges"), Map.of()));
    }

    /**
     * Reads the Git settings of a project (operation 6). The settings contain no credentials.
     *
     * @param secrets also masked in the result
     */
    public ResponseValues gitSettings(ProjectId project, SecretMask secrets)
            throws ServiceException, InterruptedException {
        return http.call(readGit(Operation.GIT_SETTINGS, project).withSecrets(secrets))
                .gitSettings();
    }

    /** Writes the Git settings of a project (operation 7, or with an SSH key operation 8). */
    public void writeGitSettings(ProjectId project, GitRemote remote, GitAuthentication authentication)
            throws ServiceException, InterruptedException {
        boolean ssh = authentication.kind() == GitAuthentication.Kind.SSH_KEY;
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("url", remote.url());
        fields.put("branch", remote.branch());
        fields.putAll(authentication.fields());
        http.call(new ServiceCall(
                        ssh ? Operation.WRITE_GIT_SSH_SETTINGS : Operation.WRITE_GIT_SETTINGS,
                        project(project, ssh ? GIT_SETTINGS + "/ssh" : GIT_SETTINGS),
                        fields)
                .withSecrets(authentication.mask()));
    }

    /**
     * Checks the access token before a long upload, by reading the Git settings (operation 6). The statuses 401, 404,
     * 407 and 429 make the call fail. For all other 4xx statuses, the result is false.
     *
     * @return whether the response has at least one of the Git settings
     */
    public boolean checkAccess(ProjectId project) throws ServiceException, InterruptedException {
        try {
            return http.call(readGit(Operation.ACCESS, project)).hasGitSettings();
        } catch (ServiceException e) {
            if (e.status() < 400 || e.status() >= 500 || ACCESS_FAILURES.contains(e.status())) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Tells whether the SAST server answers the read of the Git settings, with whatever it says about the account. An
     * overloaded load balancer does not count. Makes no retry.
     */
    public boolean isReachable(ProjectId project) throws InterruptedException {
        try {
            http.call(readGit(Operation.REACHABILITY, project));
            return true;
        } catch (ServiceException e) {
            return e.status() > 0 && e.status() < 500;
        }
    }

    private ServiceCall readGit(Operation operation, ProjectId project) {
        return new ServiceCall(operation, project(project, GIT_SETTINGS), Map.of());
    }

    private HttpUrl project(ProjectId project, String path) {
        return url("projects/" + project + "/" + path);
    }

    private HttpUrl url(String path) {
        return HttpUrl.get(url.toString()).newBuilder().addPathSegments(path).build();
    }

    /**
     * The Git repository and branch of a project.
     *
     * @param branch a full ref, such as {@code refs/heads/main}
     */
    public record GitRemote(String url, String branch) {
        public GitRemote {
            Checks.line("Git URL", url);
            Checks.line("Git branch", branch);
        }
    }
}
