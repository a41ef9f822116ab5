package io.jenkins.plugins.sastscan.bench;

import io.jenkins.plugins.sastscan.archive.ArchiveOptions;
import io.jenkins.plugins.sastscan.archive.ArchiveProgress;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.CallPolicy;
import io.jenkins.plugins.sastscan.service.ConnectionSettings;
import io.jenkins.plugins.sastscan.service.FormEncoding;
import io.jenkins.plugins.sastscan.service.HttpSession;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceAddress;
import io.jenkins.plugins.sastscan.service.TokenSource;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.service.UploadTarget;
import io.jenkins.plugins.sastscan.submission.LocalArchiver;
import io.jenkins.plugins.sastscan.submission.Source;
import io.jenkins.plugins.sastscan.submission.Stage;
import io.jenkins.plugins.sastscan.submission.StageResult;
import io.jenkins.plugins.sastscan.submission.Submission;
import io.jenkins.plugins.sastscan.submission.SubmissionListener;
import io.jenkins.plugins.sastscan.submission.SubmissionPlan;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Uploads and whole submissions, to the service at the system property {@code bench.url}. */
final class Uploads {
    private static final AccessToken TOKEN = new AccessToken(SecretText.of(Service.TOKEN));

    private final UploadTarget target;
    private final UploadEncoding encoding;

    Uploads(UploadEncoding encoding) {
        this.encoding = encoding;
        ServiceAddress address = ServiceAddress.parse(url(), true);
        target = new UploadTarget(address, encoding, ConnectionSettings.DEFAULT, CallPolicy.DEFAULT);
    }

    private static String url() {
        return System.getProperty("bench.url", "http://127.0.0.1:1");
    }

    /** Uploads an archive of the workspace that is made beforehand, and gives the bytes of the body but for its frame. */
    Task alone(Path workspace, Path archive) throws Exception {
        new DirectoryArchiver(ArchiveOptions.defaults())
                .archive(workspace, Selection.everything(), archive, ArchiveProgress.none());
        long body = encoding == UploadEncoding.FORM ? encodedLength(archive) : Files.size(archive);
        return () -> {
            target.upload(Service.PROJECT, archive, TOKEN, (sent, total) -> {});
            return body;
        };
    }

    private static long encodedLength(Path archive) throws IOException {
        long length = 0;
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(archive)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                length += FormEncoding.encodedLength(buffer, 0, read);
            }
        }
        return length;
    }

    /** All that a build step does, but for Jenkins. */
    long submit(Path workspace, Path temporary) throws Exception {
        TokenSource tokens = TokenSource.fixed(TOKEN);
        try (HttpSession http = new HttpSession(target.connection(), target.policy())) {
            Submission submission = new Submission(
                    http.service(target.address(), encoding, tokens),
                    tokens,
                    new LocalArchiver(workspace, temporary, "bench", ArchiveOptions.defaults()),
                    (project, archive, token, progress) ->
                            target.upload(project, Path.of(archive.file()), token, progress),
                    new Silence());
            return submission
                    .run(new SubmissionPlan(
                            Service.PROJECT,
                            Optional.of(new Source.Files("", Selection.everything())),
                            Optional.empty(),
                            true))
                    .archive()
                    .orElseThrow()
                    .archiveBytes();
        }
    }

    /** Several submissions of the same at once. */
    long submit(int number, Path workspace, Path temporary) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(number);
        List<Callable<Long>> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            all.add(() -> submit(workspace, temporary));
        }
        long bytes = 0;
        for (Future<Long> one : threads.invokeAll(all)) {
            bytes += one.get();
        }
        threads.shutdown();
        return bytes;
    }

    /** As comparable plugins submit: the zip and its encoded form in the heap. */
    static long submitFromHeap(Path workspace) throws Exception {
        byte[] zip = AntWay.archiveInHeap(workspace);
        String encoded = URLEncoder.encode(new String(zip, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + "/upload"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("zippedSource=" + encoded, StandardCharsets.ISO_8859_1))
                .build();
        HttpResponse<Void> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
        if (answer.statusCode() != 204) {
            throw new IllegalStateException("answered with " + answer.statusCode());
        }
        return zip.length;
    }

    private static final class Silence implements SubmissionListener {
        @Override
        public void begun(Stage stage) {}

        @Override
        public void progressed(Stage stage, long done, long total) {}

        @Override
        public void warned(String sentence) {
            System.err.println(sentence);
        }

        @Override
        public void ended(Stage stage, Duration took, StageResult result) {}
    }
}
