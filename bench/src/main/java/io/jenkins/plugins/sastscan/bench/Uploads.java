package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.FileChoice;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Timeouts;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.client.Deadline;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.TrustedCertificates;
import io.jenkins.plugins.sastscan.client.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Tasks that upload or submit to the service whose URL is in the system property {@code bench.url}. */
final class Uploads {
    private static final AccessToken TOKEN = new AccessToken(Service.TOKEN);

    private final ServiceUrl url = ServiceUrl.base(url(), true);
    private final UploadEncoding encoding;
    private final SizeLimit limit;

    Uploads(UploadEncoding encoding) {
        this.encoding = encoding;
        limit = SizeLimit.ofBody(Long.MAX_VALUE, encoding == UploadEncoding.FORM);
    }

    static String url() {
        return System.getProperty("bench.url", "http://127.0.0.1:1");
    }

    /** Returns a task whose result is the size of the encoded archive in bytes. */
    Ways.Task alone(Path workspace, Path temporary) throws Exception {
        Path archive = temporary.resolve("uploaded.zip");
        ArchiveFacts facts = new DirectoryArchiver(limit, new Boundary("" + workspace, List.of(), "@"))
                .archive(workspace, Selection.everything(), archive, false, bytes -> {});
        return () -> {
            upload(connect(), archive, facts);
            return facts.encodedBytes();
        };
    }

    private SastClient connect() {
        ConnectionSettings settings = new ConnectionSettings(
                Timeouts.DEFAULT,
                ConnectionSettings.DEFAULT_RETRIES,
                ProxySettings.DIRECT,
                new TrustedCertificates(""),
                encoding);
        return SastClient.connect(url, TOKEN, settings, retry -> {});
    }

    private static void upload(SastClient service, Path archive, ArchiveFacts facts)
            throws IOException, InterruptedException {
        Upload.Sender agent = (upload, left) -> upload.send(new Deadline(Deadline.Clock.REAL, left), bytes -> {});
        service.upload(
                Service.PROJECT,
                new Upload.Archive(archive.toString(), facts.archiveBytes(), facts.encodedBytes(), facts.sha256()),
                agent);
    }

    /** Submits like a build step, but without Jenkins. The result is the size of the archive in bytes. */
    long submit(Path workspace, Path temporary, FileChoice files) throws Exception {
        Path archive = temporary.resolve("submitted.zip");
        try {
            SastClient service = connect();
            service.checkAccess(Service.PROJECT);
            ArchiveFacts facts = new DirectoryArchiver(limit, new Boundary("" + workspace, List.of(), "@"))
                    .archive(
                            workspace,
                            new Selection(List.of(), List.of(), true, true, files, Selection.GIT, List.of()),
                            archive,
                            false,
                            bytes -> {});
            upload(service, archive, facts);
            service.forceScan(Service.PROJECT);
            return facts.archiveBytes();
        } finally {
            Files.deleteIfExists(archive);
        }
    }
}
