package io.jenkins.plugins.sastscan.submission;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jenkins.plugins.sastscan.archive.ArchiveException;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Submissions from the first stage to the last, the account report of the connection test, and skipped uploads. */
class SubmissionTest extends SubmissionTests {
    private Path file;

    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);
    private static final String UPLOAD_ONLY =
            "Connected. The access token is accepted. The account cannot read the license"
                    + " (status 403), which submissions do not need.";

    @ParameterizedTest
    @EnumSource
    void a_submission_uploads_files_writes_git_settings_and_forces_the_scan(Dialect dialect) throws Exception {
        serve(dialect);
        if (dialect == Dialect.FIELD) {
            authentication = fixture.oauthSettings();
        }
        run(WHOLE);

        assertThat(simulator.requests())
                .extracting(request -> request.operation().orElseThrow())
                .filteredOn(operation -> operation != SimulatedOperation.TOKEN)
                .containsExactly(
                        SimulatedOperation.READ_GIT,
                        SimulatedOperation.UPLOAD,
                        SimulatedOperation.WRITE_GIT,
                        SimulatedOperation.READ_GIT,
                        SimulatedOperation.FORCE_SCAN);
        var received = project.lastUpload().orElseThrow();
        try (ZipFile zip = new ZipFile(received.file().toFile())) {
            assertThat(zip.stream()).extracting(ZipEntry::getName).containsExactly("pom.xml", "src/App.java");
        }
        assertThat(project.git().orElseThrow().branch()).isEqualTo("refs/heads/main");
        assertThat(project.git().orElseThrow().password()).contains("hunt/er2");
        assertThat(project.forceScan()).isTrue();

        assertThat(result.archive().files()).isEqualTo(2);
        assertThat(result.archive().sha256()).isEqualTo(received.sha256());
        assertThat(result.git())
                .isEqualTo(new SubmissionResult.WrittenGit(
                        "https://git.example.com/app.git",
                        "refs/heads/main",
                        "credentials",
                        result.git().readBack()));
        assertThat(result.git().readBack()).containsEntry("branch", "refs/heads/main");
        assertThat(String.join(", ", heard).replaceAll("progressed [^,]*, ", ""))
                .isEqualTo("begun ACCESS, ended ACCESS, begun ARCHIVE, ended ARCHIVE, begun UPLOAD, ended UPLOAD,"
                        + " begun GIT_SETTINGS, wrote https://git.example.com/app.git, ended GIT_SETTINGS,"
                        + " begun FORCE_SCAN, ended FORCE_SCAN");
        assertThat(heard).anyMatch(line -> line.matches("progressed UPLOAD (\\d+)/\\1"));
        assertThat(result.toMap()).containsEntry("projectId", PROJECT.value()).containsEntry("scanForced", true);
        assertThat(result.done()).containsExactly(Stage.values());
    }

    @Test
    void each_stage_is_optional_but_a_submission_needs_at_least_one() throws Exception {
        run(UPLOAD);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.git()).isEmpty();
        assertThat(project.forceScan()).isFalse();

        assertThat(run(FORCE_SCAN).done()).containsExactly(Stage.ACCESS, Stage.FORCE_SCAN);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.forceScan()).isTrue();

        assertRejected(() -> plan(null, null, false), "Nothing to do");
    }

    @Test
    void an_account_without_access_to_git_settings_can_upload() throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(403));
        run(UPLOAD);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(result.isTokenAccepted()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 404, 200})
    void a_failed_access_check_ends_the_submission_before_archiving(int status) {
        simulator.always(SimulatedOperation.READ_GIT, status == 200 ? Fault.loginPage() : Fault.answer(status));
        SubmissionException failure = failure(WHOLE);
        assertThat(failure.stage()).isEqualTo(Stage.ACCESS);
        assertThat(failure)
                .hasMessageStartingWith("Checking access ")
                .hasMessageContaining("" + status)
                .hasMessageEndingWith("Nothing was changed on the SAST server.");
        assertThat(heard).doesNotContain("begun ARCHIVE");
    }

    @Test
    void an_empty_selection_fails_before_anything_is_sent() {
        Source nothing = new Source.Files("", new Selection(List.of("**/*.cobol"), List.of(), true, true));
        SubmissionException failure = failure(plan(nothing, null, true));
        assertThat(failure.stage()).isEqualTo(Stage.ARCHIVE);
        assertThat(failure).hasCauseInstanceOf(ArchiveException.class).hasMessageContaining("**/*.cobol");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void a_failure_names_the_completed_stages() throws Exception {
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        assertThat(failure(WHOLE))
                .hasMessageContaining("400")
                .hasMessageNotContainingAny("Already done", "Nothing was changed");
        assertThat(project.git()).isEmpty();
        simulator.schedule(SimulatedOperation.WRITE_GIT, Fault.answer(400));
        assertThat(failure(WHOLE)).hasMessageEndingWith(" Already done: upload.");
        simulator.schedule(SimulatedOperation.FORCE_SCAN, Fault.answer(403));
        assertThat(failure(WHOLE)).hasMessageEndingWith(" Already done: upload, Git settings.");
        assertThat(project.forceScan()).isFalse();

        run(UPLOAD);
        simulator.schedule(SimulatedOperation.READ_GIT, Fault.answer(401));
        assertThatThrownBy(() -> continueWith(FORCE_SCAN))
                .hasMessageContaining("401")
                .hasMessageEndingWith(" Already done: upload.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"url\":\"\",\"branch\":\" \"}", "{\"url\":null}"})
    void empty_settings_in_the_response_do_not_count_as_different(String json) throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        run(WHOLE);
        assertThat(result.git().readBack().getOrDefault("url", "")).isEqualTo("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://git.example.com/app | dev | main of project 7, but returns dev. Check",
                "https://me:hunter3@git.example.com/x?t=hunter3 | a\\nb | returns https://git.example.com/x a\\u000ab.",
                "https://alice:hunt/er2@git.example.com/app.git | main | returns https://git.example.com/app.git. Check",
                "https://git.example.com/hunt%2Fer2/app.git | main | ****",
                "https://git.example.com/app | hunt/er2 | returns ****.",
            })
    void different_settings_in_the_response_fail_the_stage_without_showing_secrets(
            String url, String branch, String shown) {
        String json = "{\"url\":\"" + url + "\",\"branch\":\"" + branch + "\"}";
        simulator.schedule(
                SimulatedOperation.READ_GIT, Fault.none(), Fault.answer(200).withJson(json));
        SubmissionException failure = failure(WHOLE);
        assertThat(failure.stage()).isEqualTo(Stage.GIT_SETTINGS);
        assertThat(failure).hasMessageContaining(shown).hasMessageNotContainingAny("er2", "hunter3");
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void a_secret_in_the_returned_settings_is_masked() throws Exception {
        String json = "{\"url\":\"https://git.example.com/app\",\"branch\":\"refs/heads/main\","
                + "\"link\":{\"uri\":\"/git?password=hunt%2Fer2\"}}";
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(200).withJson(json));
        assertThat(run(plan(null, GIT, false)).toMap().toString())
                .contains("password=****")
                .doesNotContain("er2");
    }

    @Test
    void the_message_of_a_failed_read_back_says_that_the_settings_were_written() {
        simulator.schedule(SimulatedOperation.READ_GIT, Fault.none(), Fault.answer(403));
        SubmissionException failure = failure(WHOLE);
        assertThat(failure.stage()).isEqualTo(Stage.GIT_SETTINGS);
        assertThat(failure).hasMessageContaining("403").hasMessageContaining("The Git settings were already written.");
        assertThat(heard).contains("wrote https://git.example.com/app.git").doesNotContain("ended GIT_SETTINGS");
        assertThat(project.gitWrites()).isEqualTo(1);
        assertThat(project.forceScan()).isFalse();
    }

    @Test
    void the_archive_is_deleted_even_if_the_listener_fails() {
        listener = new Recording() {
            @Override
            public synchronized void ended(Stage stage, Duration took, SubmissionResult result) {
                if (stage == Stage.ARCHIVE) {
                    throw new IllegalStateException("a defect of the listener");
                }
            }
        };
        assertThatThrownBy(() -> run(WHOLE)).hasMessage("a defect of the listener");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void an_archive_that_cannot_be_deleted_gives_a_warning() throws Exception {
        afterwards.put("discard", () -> {
            throw new AccessDeniedException("x.zip");
        });
        assertThat(run(WHOLE).toMap()).containsEntry("scanForced", true);
        assertThat(heard).anyMatch(line -> line.startsWith("warned The archive") && line.contains("permission denied"));
    }

    private AccountReport report(boolean withProject) throws Exception {
        return AccountReport.of(fixture.service(), withProject ? Optional.of(PROJECT) : Optional.empty(), TODAY);
    }

    @Test
    void the_account_report_accepts_an_account_that_can_only_upload() throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(403));
        assertThat(report(false)).isEqualTo(new AccountReport(UPLOAD_ONLY, false));

        run(WHOLE);
        int before = simulator.requests().size();
        assertThat(report(true))
                .isEqualTo(
                        new AccountReport(UPLOAD_ONLY + " The account can read the Git settings of project 7.", false));
        assertThat(simulator.requests().subList(before, simulator.requests().size()))
                .hasSize(2)
                .allMatch(request -> request.method().equals("GET"));
    }

    @ParameterizedTest
    @CsvSource({
        "403, '', status 403",
        "404, '', status 404",
        "200, {}, the response has none of them",
        "200, {\"message\": \"no\"}, the response has none of them",
    })
    void the_report_warns_about_unreadable_git_settings(int status, String json, String reason) throws Exception {
        simulator.always(SimulatedOperation.READ_GIT, Fault.answer(status).withJson(json));

        assertThat(report(true).warning()).isTrue();
        assertThat(report(true).text())
                .startsWith("Connected. Edition: ")
                .endsWith("The account cannot read the Git settings of project 7 (" + reason
                        + "): the project does not exist, or the account lacks the permission.");
    }

    @ParameterizedTest
    @EnumSource(names = {"LICENSE", "READ_GIT"})
    void the_account_report_fails_if_the_token_is_rejected(SimulatedOperation operation) {
        simulator.always(operation, Fault.answer(401));
        assertThatThrownBy(() -> report(true)).isInstanceOf(ServiceException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "Full | 3 | 6/9/2026   | Edition: Full, users: 3 of 1,000, languages: 1, the license ends in 100 days",
                "a\\u0007b | 3 | -     | Edition: a\\u0007b, users: 3 of 1,000, languages: 1",
                "-    | - | -          | users: at most 1,000, languages: 1",
                "-    | - | 2026-03-31 | users: at most 1,000, languages: 1, the license ends in 30 days",
                "-    | - | some day   | users: at most 1,000, languages: 1, license ends: some day",
                "-    | - | 2026-03-30 | users: at most 1,000, languages: 1, the license ends in 29 days!",
                "-    | - | 2026-03-02 | users: at most 1,000, languages: 1, the license ends in 1 day!",
                "-    | - | 2026-03-01 | users: at most 1,000, languages: 1, the license ends in 0 days!",
                "-    | - | 2026-02-28 | users: at most 1,000, languages: 1, the license ended 1 day ago!",
            })
    void the_account_report_describes_the_license_and_warns_before_the_license_ends(
            String edition, Long users, String end, String told) throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(200).withJson("""
                {"edition": %s, "currentUsers": %s, "maxUsers": 1000, "expirationDate": %s, "supportedLanguages": [
                {"language": "Java", "isSupported": true}, {"language": "C", "isSupported": false}, {"language": "Go"}]}
                """.formatted(
                        quoted(edition), users, quoted(end))));
        assertThat(report(false))
                .isEqualTo(new AccountReport("Connected. " + told.replace("!", "") + ".", told.endsWith("!")));
        assertThat(AccountReport.ending("" + end, TODAY))
                .isEqualTo(told.endsWith("!") ? Optional.of(told.replaceAll(".*, |!", "")) : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "12/31/2099, 2099-12-31",
        "1/2/2030, 2030-01-02",
        "01/02/2030 13:14:15, 2030-01-02",
        "2030-01-02, 2030-01-02",
        "2030-01-02T03:04:05Z, 2030-01-02",
        "2030-01-02T03:04:05.678+02:00, 2030-01-02",
        "2030-01-02 03:04, 2030-01-02",
        "' 2030-01-02 ', 2030-01-02",
        "31/12/2099,",
        "2030-02-30,",
        "2030-1-2,",
        "1/2/30,",
        "2030-01-023,",
        "1/2/20300,",
        "Unlimited,",
    })
    void a_license_date_has_the_us_or_iso_format(String text, LocalDate day) {
        assertThat(AccountReport.day(text)).isEqualTo(Optional.ofNullable(day));
    }

    private static String quoted(String text) {
        return text == null ? null : '"' + text + '"';
    }

    @Test
    void an_empty_license_response_is_reported_as_connected_without_details() throws Exception {
        simulator.always(SimulatedOperation.LICENSE, Fault.answer(200).withJson("{}"));
        assertThat(report(false)).isEqualTo(new AccountReport("Connected.", false));
    }

    private void uploadOnce() throws Exception {
        afterwards.put("digest", () -> {
            throw new IOException("Compared with nothing.");
        });
        assertThat(skipped()).isFalse();
        afterwards.clear();
        file = workspace.resolve("pom.xml");
    }

    @Test
    void unchanged_files_are_not_uploaded_but_the_scan_is_forced() throws Exception {
        uploadOnce();
        int before = simulator.requests().size();
        var outcome = run(skipping(EVERYTHING, true));

        assertThat(outcome.toMap())
                .containsEntry("unchanged", true)
                .doesNotContainKey("archive")
                .containsEntry("scanForced", true);
        assertThat(outcome.done()).containsExactly(Stage.ACCESS, Stage.ARCHIVE, Stage.FORCE_SCAN);
        assertThat(outcome.buildThatUploaded()).isEqualTo(1);
        assertThat(project.uploads()).isEqualTo(1);
        assertThat(project.forceScans()).isEqualTo(1);
        assertThat(simulator.requests().subList(before, simulator.requests().size()))
                .extracting(request -> request.body().length())
                .containsOnly(0L);
    }

    @ParameterizedTest
    @CsvSource({"403, ", "200, {}", "200, '{\"error\":\"unauthorized\"}'"})
    void an_account_that_cannot_read_git_settings_never_skips_an_upload(int status, String json) throws Exception {
        uploadOnce();
        Fault.Answer refusal = Fault.answer(status);
        simulator.always(SimulatedOperation.READ_GIT, json == null ? refusal : refusal.withJson(json));
        afterwards.put("digest", () -> {
            throw new IOException("Compared for an account without rights.");
        });

        assertUploadedAgain(
                "the account cannot read the Git settings of the project. Grant it the permission, or disable"
                        + " skipUnchanged.");
    }

    @Test
    void a_revoked_token_fails_a_submission_of_unchanged_files() throws Exception {
        uploadOnce();
        simulator.revokeTokens();

        SubmissionException failure = failure(skipping(EVERYTHING, false));

        assertThat(failure.stage()).isEqualTo(Stage.ACCESS);
        assertThat(result.buildThatUploaded()).isNull();
        assertThat(project.uploads()).isEqualTo(1);
    }

    @Test
    void changed_files_are_uploaded_once() throws Exception {
        uploadOnce();
        Files.writeString(file, "<project></project>");
        assertThat(skipped()).isFalse();
        assertThat(skipped()).isTrue();
        run(UPLOAD);
        assertThat(project.uploads()).isEqualTo(3);
    }

    @Test
    void an_upload_without_the_skip_unchanged_option_forgets_the_last_upload() throws Exception {
        uploadOnce();
        run(UPLOAD);
        assertThat(skipped()).isFalse();
        assertThat(skipped()).isTrue();
    }

    private void assertUploadedAgain(String why) throws Exception {
        int before = project.uploads();
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(before + 1);
        assertThat(heard).contains("warned Unchanged files are uploaded again, because " + why);
    }

    @Test
    void a_failed_upload_forgets_the_last_upload() throws Exception {
        uploadOnce();
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(400));
        assertThat(failure(UPLOAD).stage()).isEqualTo(Stage.UPLOAD);
        assertThat(heard).noneMatch(line -> line.startsWith("warned"));
        assertUploadedAgain("an earlier submission to the project may still take effect on the SAST server.");
    }

    @ParameterizedTest
    @CsvSource({"UPLOAD, 401", "UPLOAD, 403", "UPLOAD, 404", "WRITE_GIT, 401", "WRITE_GIT, 403", "WRITE_GIT, 404"})
    void after_a_refusal_the_last_upload_is_still_known(SimulatedOperation operation, int status) throws Exception {
        uploadOnce();
        simulator.schedule(operation, Fault.answer(status));
        assertThat(failure(operation == SimulatedOperation.UPLOAD ? UPLOAD : plan(null, GIT, false)))
                .isNotNull();
        assertThat(skipped()).isTrue();
    }

    /** The SAST server may have stored the archive of the first attempt. */
    @Test
    void after_a_refusal_of_a_retry_the_last_upload_is_unknown() throws Exception {
        uploadOnce();
        Files.writeString(file, "other");
        simulator.schedule(SimulatedOperation.UPLOAD, Fault.answer(503), Fault.answer(403));
        assertThat(failure(UPLOAD)).hasMessageContaining("403");
        assertThat(skipped()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void writing_git_settings_forgets_the_last_upload(boolean rejected) throws Exception {
        uploadOnce();
        simulator.schedule(SimulatedOperation.WRITE_GIT, rejected ? Fault.answer(400) : Fault.none());
        assertThat(failure(plan(null, GIT, false)) != null).isEqualTo(rejected);
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(2);
        // After status 400, the change may still take effect, so the last upload is not trusted.
        assertThat(skipped()).isNotEqualTo(rejected);
    }

    @Test
    void a_full_disk_fails_no_upload_and_causes_a_warning_only_with_the_skip_unchanged_option() throws Exception {
        uploadOnce();
        Path record = folder.resolve(LastUploads.class.getName())
                .resolve(Submitter.of(fixture.url(), PROJECT, "job", 1).project());
        Files.delete(record);
        Files.createDirectories(record.resolve("in-the-way"));

        run(UPLOAD);
        assertThat(heard).noneMatch(line -> line.startsWith("warned"));
        assertUploadedAgain("the controller cannot replace " + record
                + " (the directory is not empty). Check the free disk space and the permissions.");
        Files.delete(record.resolve("in-the-way"));
        Files.delete(record);
    }

    @Test
    void a_superseded_submission_changes_nothing_and_deletes_its_archive() throws Exception {
        check = () -> OptionalInt.of(13);

        assertThat(run(WHOLE).toMap())
                .containsEntry("superseded", true)
                .containsEntry("unchanged", false)
                .containsEntry("scanForced", false)
                .containsKey("archive")
                .doesNotContainKey("git");

        assertThat(project.uploads() + project.gitWrites() + project.forceScans())
                .isZero();
        assertThat(result.done()).containsExactly(Stage.ACCESS, Stage.ARCHIVE);
        assertThat(heard).endsWith("superseded by 13");
    }

    @Test
    void a_superseded_submission_is_not_reported_as_unchanged() throws Exception {
        uploadOnce();
        check = () -> OptionalInt.of(13);

        assertThat(run(skipping(EVERYTHING, true)).toMap())
                .containsEntry("superseded", true)
                .containsEntry("unchanged", false)
                .doesNotContainKey("archive");
        assertThat(project.forceScans()).isZero();
    }

    @Test
    void a_submission_that_is_no_longer_allowed_at_its_turn_changes_nothing() {
        check = () -> {
            throw new InvalidInputException("No longer.");
        };
        assertThatThrownBy(() -> run(WHOLE)).hasMessage("No longer.");
        assertThat(project.uploads() + project.gitWrites() + project.forceScans())
                .isZero();
    }

    /** Another submission uploads other files after the comparison. */
    @Test
    void unchanged_files_are_uploaded_if_another_upload_came_after_the_comparison() throws Exception {
        uploadOnce();
        check = () -> {
            check = OptionalInt::empty;
            otherUpload();
            return OptionalInt.empty();
        };

        assertThat(skipped()).isFalse();

        assertThat(result.archive()).isNotNull();
        assertThat(project.uploads()).isEqualTo(2);
        assertThat(result.toMap()).containsEntry("unchanged", false);
    }

    private void otherUpload() {
        Submitter other = Submitter.of(fixture.url(), PROJECT, "other", 1);
        try (LastUploads.Change change = last.begin(other)) {
            change.succeeded("00");
        }
    }

    @Test
    void a_file_that_changes_before_archiving_is_remembered_with_its_archived_content() throws Exception {
        uploadOnce();
        String before = Files.readString(file);
        Files.writeString(file, "compared");
        afterwards.put("digest", () -> Files.writeString(file, "archived"));
        assertThat(skipped()).isFalse();
        afterwards.clear();

        assertThat(skipped()).isTrue();
        Files.writeString(file, "compared");
        assertThat(skipped()).isFalse();
        Files.writeString(file, before);
        assertThat(skipped()).isFalse();
        assertThat(project.uploads()).isEqualTo(4);
    }

    @Test
    void an_existing_archive_is_always_uploaded_and_never_modified() throws Exception {
        uploadOnce();
        Path ready = Files.copy(project.lastUpload().orElseThrow().file(), workspace.resolve("ready.zip"));
        byte[] content = Files.readAllBytes(ready);
        Source source = new Source.ExistingArchive("ready.zip");

        run(plan(source, null, false));
        assertThat(project.lastUpload().orElseThrow().file()).hasBinaryContent(content);
        assertThat(ready).hasBinaryContent(content);
        Files.delete(ready);
        assertThat(skipped()).isFalse();
        assertRejected(() -> skipping(source, false), "An existing archive is always uploaded.");
    }

    private boolean skipped() throws Exception {
        return run(skipping(EVERYTHING, false)).buildThatUploaded() != null;
    }

    private static SubmissionPlan skipping(Source source, boolean forceScan) {
        return new SubmissionPlan(
                PROJECT, Optional.of(source), Optional.empty(), forceScan, new GivenOptions(true, false));
    }

    @Test
    void a_warning_fails_the_submission_before_its_upload_with_the_fail_on_warnings_option() throws Exception {
        Files.writeString(workspace.resolve(".env"), "PASSWORD=x");
        Source source = new Source.Files("", new Selection(List.of(), List.of("none/**"), true, true));

        SubmissionException failure = failure(failingOnWarnings(source));

        assertThat(failure.stage()).isEqualTo(Stage.ARCHIVE);
        assertThat(failure)
                .hasMessage(
                        "Not uploaded, because failOnWarnings is set: These patterns match nothing: exclude 'none/**'."
                                + " Check their spelling, or remove them. Found 1 likely secret by file name; the submission"
                                + " page lists the names. Exclude what the SAST server should not receive. Nothing was changed on the"
                                + " SAST server.");
        assertThat(heard).contains("ended ARCHIVE").doesNotContain("begun UPLOAD", "begun FORCE_SCAN");
        assertThat(result.archive().contents().likelySecretNames()).containsExactly(".env");
        assertThat(project.lastUpload()).isEmpty();
    }

    @Test
    void a_much_smaller_archive_does_not_fail_a_submission_with_the_fail_on_warnings_option() throws Exception {
        listener = new Recording() {
            @Override
            public synchronized void ended(Stage stage, Duration took, SubmissionResult result) {
                if (stage == Stage.ARCHIVE) {
                    result.warnings().add("The archive is less than half as large as the last one.");
                }
            }
        };

        assertThat(run(failingOnWarnings(EVERYTHING)).warnings()).hasSize(1);

        assertThat(project.lastUpload()).isPresent();
    }

    private static SubmissionPlan failingOnWarnings(Source source) {
        return new SubmissionPlan(PROJECT, Optional.of(source), Optional.empty(), true, new GivenOptions(false, true));
    }
}
