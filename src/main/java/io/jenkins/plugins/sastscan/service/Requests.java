package io.jenkins.plugins.sastscan.service;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.RequestBody;

/** The requests of the eight operations, exactly as the contract has them. */
final class Requests {
    /** A name that tells nothing of the machine that sends. */
    private static final String KEY_NAME = "private.key";

    private final ServiceAddress address;
    private final UploadEncoding encoding;

    Requests(ServiceAddress address, UploadEncoding encoding) {
        this.address = Objects.requireNonNull(address);
        this.encoding = encoding;
    }

    PreparedCall license() {
        return get(Operation.LICENSE, address.below("serverLicenseData").build());
    }

    PreparedCall branchingStatus(long projectId) {
        String id = Long.toString(ProjectId.check(projectId));
        return get(
                Operation.BRANCHING_STATUS,
                address.below("projects", "branch", id).build());
    }

    PreparedCall query(QueryKey key) {
        return get(
                Operation.QUERY,
                address.below("queries", "queryVersionCode")
                        .addQueryParameter("language", key.language())
                        .addQueryParameter("severity", key.severity().name())
                        .addQueryParameter("queryName", key.name())
                        .build());
    }

    PreparedCall upload(long projectId, FileBody body, ByteProgress progress) {
        RequestBody file = RequestBodies.file(body, Objects.requireNonNull(progress));
        return post(Operation.UPLOAD, project(projectId, "sourceCode", "attachments"), file, SecretMask.NONE);
    }

    PreparedCall forceScan(long projectId) {
        return post(
                Operation.FORCE_SCAN,
                project(projectId, "forceScanOnNoCodeChanges"),
                RequestBodies.empty(),
                SecretMask.NONE);
    }

    /** Operation 6, the only read that every project has. */
    PreparedCall access(long projectId) {
        return get(Operation.ACCESS, gitSettings(projectId).url());
    }

    PreparedCall gitSettings(long projectId) {
        return get(Operation.GIT_SETTINGS, project(projectId, "sourceCode", "remoteSettings", "git"));
    }

    PreparedCall writeGitSettings(long projectId, GitRemote remote, GitAuthentication authentication) {
        HttpUrl url = project(projectId, "sourceCode", "remoteSettings", "git");
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("url", remote.url()).put("branch", remote.branch());
        authentication.method().ifPresent(method -> json.put("authentication", method));
        if (authentication instanceof GitAuthentication.UserPassword user) {
            json.put("userName", user.userName())
                    .put("password", user.password().reveal());
        } else if (authentication instanceof GitAuthentication.Token token) {
            json.put("pat", token.pat().reveal());
        } else if (authentication instanceof GitAuthentication.SshKey key) {
            json.put("privateKey", key.privateKey().reveal());
        }
        SecretMask secrets = SecretMask.of(authentication.secrets().toArray(SecretText[]::new));
        Operation operation = Operation.WRITE_GIT_SETTINGS;
        return post(operation, url, RequestBodies.json(operation.mediaType(), JsonText.write(json)), secrets);
    }

    PreparedCall writeGitSshSettings(long projectId, GitRemote remote, Optional<SecretText> privateKey) {
        HttpUrl url = project(projectId, "sourceCode", "remoteSettings", "git", "ssh");
        privateKey.ifPresent(key -> Checks.required("SSH private key", key.reveal()));
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("url", remote.url());
        fields.put("branch", remote.branch());
        RequestBody body;
        if (encoding == UploadEncoding.FORM) {
            privateKey.ifPresent(key -> fields.put("privateKey", key.reveal()));
            body = RequestBodies.form(fields);
        } else {
            body = privateKey
                    .map(key -> RequestBodies.multipart(fields, "privateKey", KEY_NAME, key.bytes()))
                    .orElseGet(() -> RequestBodies.multipart(fields));
        }
        SecretMask secrets = privateKey.map(SecretMask::of).orElse(SecretMask.NONE);
        return post(Operation.WRITE_GIT_SSH_SETTINGS, url, body, secrets);
    }

    private HttpUrl project(long projectId, String... below) {
        HttpUrl.Builder url = address.below("projects", Long.toString(ProjectId.check(projectId)));
        for (String segment : below) {
            url.addPathSegment(segment);
        }
        return url.build();
    }

    private static PreparedCall get(Operation operation, HttpUrl url) {
        return new PreparedCall(operation, url, Optional.empty(), SecretMask.NONE);
    }

    private static PreparedCall post(Operation operation, HttpUrl url, RequestBody body, SecretMask secrets) {
        return new PreparedCall(operation, url, Optional.of(body), secrets);
    }
}
