package io.jenkins.plugins.sastscan.client;

import io.jenkins.plugins.sastscan.client.http.CallClock;
import io.jenkins.plugins.sastscan.client.http.HttpCalls;
import io.jenkins.plugins.sastscan.client.http.HttpClients;
import io.jenkins.plugins.sastscan.client.http.Operation;
import io.jenkins.plugins.sastscan.client.http.ServiceCall;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/**
 * The eight operations of a SAST server. Each call blocks until it succeeds, fails, or exceeds its time limit. An
 * interrupt ends a running call immediately. Running calls continue after the client is closed. Several threads can use
 * one client.
 *
 * <p>Calls are retried, with increasing delays, after temporary failures: no connection, a write timeout, a connection
 * that ended before a response, and the statuses 429, 502, 503 and 504. A rejected token is renewed once. If the SAST
 * server rejects a form with status 415, the data is sent a second time, as multipart. Redirects are not followed.
 * {@code docs/service.md} describes the protocol.
 */
public final class SastClient implements AutoCloseable {
    private static final String GIT_SETTINGS = "sourceCode/remoteSettings/git";

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
            ServiceUrl url,
            ServiceAuthentication authentication,
            UploadEncoding encoding,
            ConnectionSettings settings,
            Consumer<Retry> retries) {
        OkHttpClient client = HttpClients.create(settings);
        return new SastClient(url, new HttpCalls(authentication, encoding, settings, retries, client, CallClock.REAL));
    }

    /** Reads the license (operation 1). */
    public ResponseValues license() throws ServiceException, InterruptedException {
        return ResponseValues.license(http.call(new ServiceCall(Operation.LICENSE, url("serverLicenseData"))));
    }

    /** Reads the branching status of a project (operation 2). The result has no values if the response has no body. */
    public ResponseValues branchingStatus(ProjectId project) throws ServiceException, InterruptedException {
        HttpUrl target = url("projects/branch/" + project);
        return ResponseValues.branchingStatus(http.call(new ServiceCall(Operation.BRANCHING_STATUS, target)));
    }

    /** Looks up the ID and version code of a query (operation 3). */
    public ResponseValues query(QueryKey key) throws ServiceException, InterruptedException {
        HttpUrl target = url("queries/queryVersionCode")
                .newBuilder()
                .addQueryParameter("language", key.language())
                .addQueryParameter("severity", key.severity())
                .addQueryParameter("queryName", key.name())
                .build();
        return ResponseValues.query(http.call(new ServiceCall(Operation.QUERY, target)));
    }

    /**
     * Uploads a zip file to a project (operation 4), with constant memory. If the digest of the zip file no longer
     * equals the digest in {@code archive}, the upload fails before the whole zip file is sent. No retry follows.
     *
     * @param content opens the zip file. If the zip file is on this machine, pass {@code archive} as {@code content}.
     * @param progress receives the number of archive bytes that the current attempt has sent; called often, so it must
     *     be fast
     */
    public void upload(
            ProjectId project, UploadAttempt.Archive archive, UploadAttempt.Content content, LongConsumer progress)
            throws ServiceException, InterruptedException {
        http.callEncoded(encoding -> uploadCall(project).withFile(archive, encoding, content, progress));
    }

    /**
     * Uploads a zip file from another machine (operation 4). That machine makes each attempt. This client decides
     * whether to retry, and provides the access token. If that machine cannot connect, {@code machine} decides whether
     * the upload ends without a retry.
     */
    public void uploadFrom(UploadAttempt.Sender machine, ProjectId project, UploadAttempt.Archive archive)
            throws ServiceException, InterruptedException {
        http.callEncoded(encoding -> uploadCall(project).withRemoteFile(archive, encoding, machine));
    }

    /** Makes the SAST server run the next scheduled scan of a project even if no code has changed (operation 5). */
    public void forceScan(ProjectId project) throws ServiceException, InterruptedException {
        http.call(new ServiceCall(Operation.FORCE_SCAN, project(project, "forceScanOnNoCodeChanges")));
    }

    /** Reads the Git settings of a project (operation 6). The settings contain no credentials. */
    public ResponseValues gitSettings(ProjectId project) throws ServiceException, InterruptedException {
        return ResponseValues.gitSettings(http.call(readGit(Operation.GIT_SETTINGS, project)));
    }

    /** Writes the Git settings of a project (operation 7). */
    public void writeGitSettings(ProjectId project, GitRemote remote, GitAuthentication authentication)
            throws ServiceException, InterruptedException {
        Map<String, String> fields = fields(remote);
        GitAuthentication.Kind kind = authentication.kind();
        fields.put("authentication", kind.method);
        if (kind == GitAuthentication.Kind.USER_PASSWORD) {
            fields.put("userName", authentication.userName());
        }
        if (kind != GitAuthentication.Kind.NONE) {
            fields.put(kind.secretField, authentication.secret().reveal());
        }
        HttpUrl target = project(project, GIT_SETTINGS);
        http.call(new ServiceCall(Operation.WRITE_GIT_SETTINGS, target)
                .withJson(fields)
                .withSecrets(List.of(authentication.secret())));
    }

    /** Writes the Git settings of a project, for access over SSH (operation 8). */
    public void writeGitSshSettings(ProjectId project, GitRemote remote, Optional<SecretText> key)
            throws ServiceException, InterruptedException {
        Map<String, String> fields = fields(remote);
        HttpUrl target = project(project, GIT_SETTINGS + "/ssh");
        key.ifPresent(text -> fields.put("privateKey", text.reveal()));
        http.callEncoded(encoding -> new ServiceCall(Operation.WRITE_GIT_SSH_SETTINGS, target)
                .withFields(fields, encoding)
                .withSecrets(key.stream().toList()));
    }

    /**
     * Checks the access token before a long upload, by reading the Git settings (operation 6). The statuses 401, 404,
     * 407 and 429 make the call fail. For all other 4xx statuses, the result is false.
     *
     * @return whether the response has at least one of the Git settings
     */
    public boolean checkAccess(ProjectId project) throws ServiceException, InterruptedException {
        return http.checkAccess(readGit(Operation.ACCESS, project))
                .map(ResponseValues::gitSettings)
                .filter(ResponseValues::hasGitSettings)
                .isPresent();
    }

    /**
     * Tells whether the SAST server answers the read of the Git settings, with whatever it says about the account. Makes
     * no retry.
     */
    public boolean isReachable(ProjectId project) throws InterruptedException {
        return http.isAnswered(readGit(Operation.ACCESS, project));
    }

    /** The number of retries so far. A request that is repeated after status 401 or 415 does not count. */
    public int retries() {
        return http.retries();
    }

    @Override
    public void close() {
        http.close();
    }

    private static Map<String, String> fields(GitRemote remote) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("url", remote.url());
        fields.put("branch", remote.branch());
        return fields;
    }

    private ServiceCall uploadCall(ProjectId project) {
        return new ServiceCall(Operation.UPLOAD, project(project, "sourceCode/attachments"));
    }

    private ServiceCall readGit(Operation operation, ProjectId project) {
        return new ServiceCall(operation, project(project, GIT_SETTINGS));
    }

    private HttpUrl project(ProjectId project, String path) {
        return url("projects/" + project + "/" + path);
    }

    private HttpUrl url(String path) {
        return HttpUrl.get(url.toString()).newBuilder().addPathSegments(path).build();
    }
}
