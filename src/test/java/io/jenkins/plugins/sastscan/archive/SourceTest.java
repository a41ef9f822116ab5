package io.jenkins.plugins.sastscan.archive;

import static io.jenkins.plugins.sastscan.text.BadTexts.assertRejected;
import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which directories and archives can be submitted. */
@Timeout(60)
class SourceTest extends ArchiveFixture {
    private static final Source.Files EVERYTHING = new Source.Files("", Selection.everything(), false);

    private Boundary boundary;

    @BeforeEach
    void writeFile() throws Exception {
        write("a.txt", "text");
        boundary = new Boundary(root.toString(), List.of(), "@");
    }

    @ParameterizedTest
    @ValueSource(strings = {"root/link", "", "root-2", "root-2/src"})
    void the_current_directory_must_lie_in_the_workspace(String current) throws Exception {
        tree("../secret, ../root-2/secret, ../root-2/src/secret, link -> ../root-2/src, src/b.txt");
        for (Source source : List.of(EVERYTHING, new Source.ExistingArchive("secret"))) {
            assertRefused(() -> listed(temp.resolve(current), source), "leads outside the workspace");
        }
        assertThat(listed(root.resolve("src"), EVERYTHING)).containsExactly("b.txt");
    }

    @Test
    void a_workspace_in_an_enclosing_workspace_must_not_be_a_link() throws Exception {
        tree("../other/src/b.txt, link -> ../other, sub/c.txt");
        List<String> enclosing = List.of(temp.resolve("none").toString(), root.toString());
        for (String inner : List.of("root/link", "root/link/src", "root/sub", "other/src")) {
            Path directory = temp.resolve(inner);
            boundary = new Boundary(directory.toString(), enclosing, "@");
            // The pipeline alone chooses a workspace that is not in another one.
            if (inner.contains("link")) {
                assertRefused(() -> listed(directory, EVERYTHING), "leads elsewhere through a link in");
            } else {
                assertThat(listed(directory, EVERYTHING)).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ALL")
    void the_search_for_the_git_repository_ends_at_the_workspace(FileChoice choice) throws Exception {
        GitRepository.init(temp);
        Path src = write("src/b.txt", "text").getParent();
        Source source = new Source.Files("", choice(choice, true), false);
        assertRefused(() -> listed(src, source), "is not in a work tree of Git");
        GitRepository.init(root).git("add", "src");
        assertThat(listed(src, source)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "app, sub@tmp, false",
        "link, sub@tmp/secretFiles, true",
        "app, .git, true",
        "lib/app, .git/objects, true",
        ".next, sub@tmp, true",
        "target/site, sub@tmp, true",
        "node_modules/p/link, sub@tmp, true",
        ".idea, .git, true",
        "p@script, sub@tmp, false"
    })
    void the_directory_to_submit_must_not_be_a_link_to_an_excluded_directory(String name, String to, boolean defaults)
            throws Exception {
        tree(to + "/secret, " + name + " -> " + root.resolve(to));
        Selection selection = new Selection(List.of(), List.of(), defaults, true);
        assertRefused(
                () -> listed(root, new Source.Files(name, selection, false)),
                "\"" + name + "\" leads to an excluded directory through a symbolic link.");
        assertThat(listed(root, new Source.Files(to, selection, false))).containsExactly("secret");
    }

    @ParameterizedTest
    @CsvSource({"dist.zip, sub@tmp/s.zip", "dist.zip, .git/x.zip", ".next/dist.zip, sub@tmp/s.zip", "d.zip, x.zip~"})
    void the_archive_to_submit_must_not_be_a_link_to_an_excluded_file(String name, String to) throws Exception {
        archive();
        write(to, Files.readAllBytes(target));
        tree(name + " -> " + root.resolve(to));
        for (String written : List.of(name, "./" + name)) {
            assertRefused(
                    () -> listed(root, new Source.ExistingArchive(written)),
                    name + "\" leads to an excluded file through a symbolic link.");
        }
        assertThat(listed(root, new Source.ExistingArchive(to))).hasSize(1);
        write("app-1.zip", Files.readAllBytes(target));
        tree("app.zip -> app-1.zip");
        assertThat(listed(root, new Source.ExistingArchive("app.zip"))).hasSize(1);
    }

    @Test
    void the_workspace_directory_may_be_a_link() throws Exception {
        tree("sub@tmp/secret, ../link-to-workspace -> root");
        Path workspace = temp.resolve("link-to-workspace");
        boundary = new Boundary(workspace.toString(), List.of(), "@");
        assertThat(listed(workspace, EVERYTHING)).containsExactly("a.txt");
        assertThat(listed(workspace, new Source.Files("./sub@tmp/", Selection.everything(), false)))
                .containsExactly("secret");
    }

    @Test
    void the_size_limit_applies_to_the_request_body() throws Exception {
        write("noise", noise(20_000));
        archive(SizeLimit.ofBody(60_000, true), bytes -> {});
        Files.delete(target);
        assertRefused(() -> archive(SizeLimit.ofBody(30_000, true), bytes -> {}), "is too large");
        Files.delete(target);
        archive(SizeLimit.ofBody(30_000, false), bytes -> {});
    }

    @ParameterizedTest
    @CsvSource({
        "src, src",
        "' src/main ', src/main",
        "src\\main, src/main",
        "., ''",
        "a..b, a..b",
        "\u00e9/<b>, \u00e9/<b>",
        "./src, ./src",
    })
    void a_path_inside_the_workspace_is_accepted(String given, String path) {
        assertThat(files(given).path()).isEqualTo(path);
        assertThat(files(given).in(Path.of("w"))).isEqualTo(Path.of("w", path));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void an_empty_path_of_a_directory_means_the_workspace_but_an_empty_path_of_an_archive_is_rejected(String given) {
        assertThat(files(given).in(Path.of("workspace"))).isEqualTo(Path.of("workspace"));
        assertRejected(() -> new Source.ExistingArchive(given), "is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "/etc //host/share \\\\host\\share C:\\data c:data, relative to the workspace",
        ".. ../x a/../../b a\\..\\b a/.., without \"..\"",
    })
    void a_path_outside_the_workspace_is_rejected(String paths, String reason) {
        for (String path : paths.split(" ")) {
            assertRejected(() -> files(path), reason);
            assertRejected(() -> new Source.ExistingArchive(path), "The archive");
        }
    }

    @Test
    void a_path_has_at_most_4096_characters() {
        assertThat(files("x".repeat(4_096)).path()).hasSize(4_096);
        assertRejected(() -> files("x".repeat(4_097)), "longer than 4096 characters");
    }

    /** Runs in a JVM whose locale has no umlauts. */
    private static final class Main {
        public static void main(String[] arguments) {
            try {
                files("d\u00e4").in(Path.of("w"));
            } catch (InvalidInputException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_path_that_the_locale_does_not_support_is_rejected_with_advice() throws Exception {
        assertThat(OtherJvm.output(Main.class, "C", Map.of()))
                .contains("is invalid on this machine: ", "Start the agent in a locale with UTF-8");
    }

    private static Source files(String path) {
        return new Source.Files(path, Selection.everything(), false);
    }

    private List<String> listed(Path directory, Source source) throws Exception {
        List<String> files = new ArrayList<>();
        Path path = source.in(directory);
        if (source instanceof Source.Files selected) {
            new DirectoryArchiver(NO_LIMIT, boundary)
                    .list(path, selected.selection(), file -> files.add(file.name()), skipped -> {});
        } else {
            ReadyArchive.inspect(
                    ReadyArchive.locate(path, boundary), NO_LIMIT, bytes -> {}, file -> files.add(file.name()));
        }
        return files;
    }
}
