package io.jenkins.plugins.sastscan.build.project;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Change;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.State;
import io.jenkins.plugins.sastscan.build.project.ProjectRecord.Submitter;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectRecordsTest extends ProjectFixture {
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final String NEVER = "no upload to the project is known";
    private static final String REPLACED = "it is unknown whether the project still has the files of the last upload";
    private static final String UNCERTAIN = "an earlier request may still take effect on the SAST server";
    private static final String OPEN = "another submission to the project is running, or was cut off";

    @Test
    void a_record_tells_who_submitted_what_and_when_even_after_a_restart() throws Exception {
        now = now.plus(Duration.ofMinutes(1));
        Submitter by = new Submitter("id", "folder/job = ä\n", 7, "folder", 1_000);
        turn(by, turn -> {
            assertThat(records().of(PROJECT).last().state()).isEqualTo(State.RUNNING);
            turn.request();
            turn.uploaded(3, 30, 20, "aa");
            turn.request();
            now = now.plus(Duration.ofSeconds(5));
            turn.changed(Change.FORCE_SCAN);
            turn.succeed(false);
        });

        ProjectRecord record = records().of(PROJECT);

        assertThat(records().all()).containsExactly(record);
        assertThat(record.server()).isEqualTo("https://sast.example/api");
        assertThat(record.project()).isEqualTo(42);
        ProjectRecord.Last last = record.last();
        assertThat(last.by()).isEqualTo(by);
        assertThat(last.state()).isEqualTo(State.SUBMITTED);
        assertThat(last.changed()).containsExactlyInAnyOrder(Change.SOURCE, Change.FORCE_SCAN);
        assertThat(last.ended() - last.begun()).isEqualTo(5_000);
        assertThat(record.content()).isEqualTo(new ProjectRecord.Content(by, last.begun(), 3, 30, 20, "aa"));
        assertThat(record.contentOf(by.job())).isPresent();
        assertThat(record.contentOf("other")).isEmpty();
        assertThat(record.builds()).containsEntry(by.job(), new ProjectRecord.Build(7, 1_000));
    }

    @Test
    void servers_with_one_url_share_a_record_but_other_projects_have_their_own() throws Exception {
        upload("job", 1);
        assertThat(records().of(project("HTTPS://SAST.example:443/api/", 42)).content())
                .isNotNull();
        assertThat(records().of(project("https://sast.example/api", 43)).content())
                .isNull();
        assertThat(records().of(project("https://sast.example:8443/api", 42)).content())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "upload | ",
                "nothing | " + NEVER,
                "upload, unchanged | ",
                "upload, git | Git settings were written after the last upload",
                "upload, rejected | ",
                "upload, failed | " + UNCERTAIN,
                "upload, killed, rejected | " + UNCERTAIN,
                "upload, failed, 4 hours | " + REPLACED,
                "upload, killed | " + OPEN,
                "upload, failed, upload | " + UNCERTAIN,
                "upload, failed, 4 hours, upload | ",
                "upload, killed, upload | " + UNCERTAIN,
                "upload, killed, upload, 4 hours, upload | ",
                "upload, 7 days | the last upload to the project was more than 7 days ago",
                "upload, clock set back | the last upload to the project was more than 7 days ago"
            })
    void the_content_of_a_project_is_known_only_if_nothing_can_have_replaced_it(String events, String reason)
            throws Exception {
        for (String event : events.split(", ")) {
            switch (event) {
                case "nothing" -> {}
                case "upload" -> upload("job", 7);
                case "unchanged" -> turn(submitter("job", 8), turn -> turn.succeed(true));
                case "git" ->
                    turn(submitter("job", 8), turn -> {
                        turn.request();
                        turn.changed(Change.GIT_SETTINGS);
                        turn.succeed(false);
                    });
                case "failed", "rejected" ->
                    turn(submitter("job", 8), turn -> {
                        turn.request();
                        turn.fail(event.equals("rejected"));
                    });
                case "killed" -> turn(submitter("job", 8), ProjectTurn::request);
                case "4 hours" -> now = now.plus(ProjectRecords.UNCERTAIN);
                case "7 days" -> now = now.plus(ProjectRecords.LIFETIME);
                case "clock set back" -> now = now.plus(MOMENT.negated());
                default -> throw new IllegalArgumentException(event);
            }
        }
        assertThat(records().unknown(records().of(PROJECT)).orElse(null)).isEqualTo(reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "null", "{", "{}", "[]", "{\"server\":\"a\",\"project\":\"b\"}", "cut off", "no builds"})
    void a_damaged_record_is_unknown(String text) throws Exception {
        upload("job", 7);
        String whole = Files.readString(file());
        Files.writeString(
                file(),
                switch (text) {
                    case "cut off" -> whole.substring(0, whole.length() - 1);
                    case "no builds" -> whole.replaceFirst("\"builds\":\\{.*?}}", "\"builds\":null");
                    default -> text;
                });
        assertThat(records().unknown(records().of(PROJECT))).contains(NEVER);
        assertThat(records().all()).isEmpty();
        upload("job", 8);
        assertThat(records().all()).hasSize(1);
    }

    @Test
    void a_record_that_cannot_be_written_is_warned_about_once() throws Exception {
        Path folder = home.resolve("io.jenkins.plugins.sastscan.projects");
        Files.writeString(folder, "in the way");

        upload("job", 8);

        assertThat(warnings).hasSize(1).first().asString().startsWith("The record of the project cannot be written (");
        assertThat(records().unknown(records().of(PROJECT))).contains(NEVER);
        Files.delete(folder);
        upload("job", 9);
        assertThat(records().unknown(records().of(PROJECT))).isEmpty();
    }

    /** Even the superuser cannot write to this file system. */
    @Test
    void a_record_that_can_be_neither_written_nor_deleted_is_unknown() throws Exception {
        upload("job", 7);
        Path zip = home.resolve("home.zip");
        URI uri = URI.create("jar:" + zip.toUri());
        try (FileSystem files = FileSystems.newFileSystem(uri, Map.of("create", "true"))) {
            Path folder = Files.createDirectory(files.getPath("io.jenkins.plugins.sastscan.projects"));
            Files.copy(file(), folder.resolve(PROJECT.key()));
            Files.createDirectory(files.getPath("META-INF"));
            Files.writeString(files.getPath("META-INF/MANIFEST.MF"), "Manifest-Version: 1.0\nMulti-Release: true\n\n");
            assertThat(new ProjectRecords(files.getPath("/"), () -> now).all()).hasSize(1);
        }
        try (FileSystem readOnly = FileSystems.newFileSystem(uri, Map.of("releaseVersion", "17"))) {
            ProjectRecords records = new ProjectRecords(readOnly.getPath("/"), () -> now);
            assertThat(records.unknown(records.of(PROJECT))).contains(NEVER);
            assertThat(records.all()).isEmpty();
        }
    }

    @Test
    void a_record_keeps_the_last_builds_of_the_200_jobs_that_submitted_last() throws Exception {
        for (int i = 0; i <= 200; i++) {
            upload("job" + i, i);
        }
        assertThat(records().of(PROJECT).builds())
                .hasSize(200)
                .doesNotContainKey("job0")
                .containsEntry("job200", new ProjectRecord.Build(200, 1_200));
    }

    @Test
    void a_forgotten_project_is_unknown() throws Exception {
        upload("job", 7);
        records().forget(PROJECT);
        assertThat(records().all()).isEmpty();
        assertThat(new ProjectRecords(home.resolve("new"), () -> now).all()).isEmpty();
    }
}
