package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.ArchiveFacts;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.SastClient;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import io.jenkins.plugins.sastscan.client.UploadEncoding;
import io.jenkins.plugins.sastscan.submission.BodyMeter;
import io.jenkins.plugins.sastscan.submission.LastUploads;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.OnWarnings;
import io.jenkins.plugins.sastscan.submission.PreparedArchive;
import io.jenkins.plugins.sastscan.submission.ProjectTurns;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionLog;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import io.jenkins.plugins.sastscan.submission.SubmissionResult;
import io.jenkins.plugins.sastscan.submission.Submitter;
import io.jenkins.plugins.sastscan.submission.TemporaryFiles;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;

/** Tasks that upload or submit to the service whose URL is in the system property {@code bench.url}. */
final class Uploads {
    private static final AccessToken TOKEN = new AccessToken(Service.TOKEN);

    private final ServiceUrl url = ServiceUrl.base(url(), true);
    private final Submitter submitter = Submitter.of(url, Service.PROJECT, "bench", 1);
    private final UploadEncoding encoding;
    private final SizeLimit limit;

    Uploads(UploadEncoding encoding) {
        this.encoding = encoding;
        limit = BodyMeter.limit(Long.MAX_VALUE, encoding);
    }

    private static String url() {
        return System.getProperty("bench.url", "http://127.0.0.1:1");
    }

    /** Returns a task whose result is the size of the encoded archive in bytes. */
    Ways.Task alone(Path workspace, Path temporary) throws Exception {
        Path archive = temporary.resolve("uploaded.zip");
        ArchiveFacts facts = new DirectoryArchiver(limit, workspace)
                .archive(workspace, Selection.everything(), archive, false, bytes -> {});
        PreparedArchive prepared = new PreparedArchive(archive.toString(), facts, false);
        return () -> {
            try (SastClient service = connect()) {
                upload(service, prepared);
            }
            return facts.encodedBytes();
        };
    }

    private SastClient connect() {
        return SastClient.connect(url, TOKEN, encoding, ConnectionSettings.DEFAULT, retry -> {});
    }

    private static void upload(SastClient service, PreparedArchive archive) throws IOException, InterruptedException {
        service.uploadFrom(attempt -> attempt.send(bytes -> {}), Service.PROJECT, archive.forUpload());
    }

    /** Submits like a build step, but without Jenkins. The result is the size of the archive in bytes. */
    long submit(Path workspace, Path temporary) throws Exception {
        return submit(workspace, temporary, false, false);
    }

    long submitWithManifest(Path workspace, Path temporary) throws Exception {
        return submit(workspace, temporary, false, true);
    }

    /** Returns a task whose result is 0, because the task uploads nothing. */
    Ways.Task unchanged(Path workspace, Path temporary) throws Exception {
        submit(workspace, temporary, true, false);
        return () -> submit(workspace, temporary, true, false);
    }

    /** In each run, the files differ from the last upload and are therefore uploaded. */
    Ways.Task changed(Path workspace, Path temporary) throws Exception {
        submit(workspace, temporary, true, false);
        Path file = temporary.resolve(LastUploads.class.getName()).resolve(submitter.target());
        String known = Files.readString(file).replaceFirst("[0-9a-f]+ ", "0 ");
        return () -> {
            Files.writeString(file, known);
            return submit(workspace, temporary, true, false);
        };
    }

    private record Options(boolean isSkipUnchanged, OnWarnings getOnWarnings) implements Submission.Options {}

    private long submit(Path workspace, Path temporary, boolean skipUnchanged, boolean manifest) throws Exception {
        try (SastClient service = connect()) {
            LastUploads lastUploads = new LastUploads(temporary, Clock.systemUTC());
            SubmissionResult result = new SubmissionResult(Service.PROJECT);
            new Submission(
                            service,
                            new LocalArchiver(
                                    workspace, new TemporaryFiles(temporary.toString(), "1"), limit, bytes -> {}),
                            (project, archive) -> upload(service, archive),
                            new ProjectTurns(),
                            OptionalInt::empty,
                            lastUploads,
                            submitter,
                            new SubmissionLog(line -> {}),
                            result)
                    .run(new SubmissionPlan(
                            Service.PROJECT,
                            Optional.of(new Source.Files("", Selection.everything(), manifest)),
                            Optional.empty(),
                            true,
                            new Options(skipUnchanged, OnWarnings.CONTINUE)));
            lastUploads.stop();
            return result.archive() == null ? 0 : result.archive().archiveBytes();
        }
    }

    /** Submits as comparable plugins do: the zip file and the encoded zip file are in the heap. */
    static long submitFromHeap(byte[] zip) throws Exception {
        String encoded = URLEncoder.encode(new String(zip, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + "/upload"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("zippedSource=" + encoded, StandardCharsets.ISO_8859_1))
                .build();
        int status = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
        if (status != 204) {
            throw new IOException("The service responded with status " + status + ".");
        }
        return zip.length;
    }
}
