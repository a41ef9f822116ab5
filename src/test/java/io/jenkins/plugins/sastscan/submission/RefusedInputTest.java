package io.jenkins.plugins.sastscan.submission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.QueryKey;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.text.BadTexts;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes from outside is taken, or refused in one sentence that has an end and forges no line. */
class RefusedInputTest {
    private static final String LONGEST = "x".repeat(4_096);
    private static final SecretText SECRET = SecretText.of("secret");

    @TempDir
    static Path directory;

    private static Arguments field(String name, ThrowingConsumer<String> taker) {
        return arguments(name, taker);
    }

    static Stream<Arguments> fields() {
        return Stream.of(
                field("project ID", ProjectId::parse),
                field("project IDs", ProjectRanges::parse),
                field("server URL", text -> ServiceUrl.base(text, false)),
                field("host of the server URL", text -> ServiceUrl.base("https://" + text + "/api", false)),
                field("path of the server URL", text -> ServiceUrl.base("https://sast.example.org/" + text, false)),
                field("token URL", text -> ServiceUrl.token(text, false)),
                field("name of the query", text -> new QueryKey("Java", text, text)),
                field("user of the Git repository", text -> new GitAuthentication.UserPassword(text, SECRET)),
                field("OAuth client ID", text -> new OAuthSettings.Client(text, SECRET)),
                field("OAuth password", text -> new OAuthSettings.Password("alice", SecretText.of(text))),
                field("host of the proxy", text -> ProxySettings.http(text, 3128, List.of())),
                field("access token", text -> new AccessToken(SecretText.of(text))),
                field("Git URL", GitUrl::given),
                field("Git branch", BranchRef::of),
                field("pattern", text -> new Selection(List.of(text), List.of(), true, true)),
                field("ignore file", RefusedInputTest::ignore),
                field("directory", text -> list(new Source.Files(text, Selection.everything()))),
                field("ready archive", text -> list(new Source.ExistingArchive(text))));
    }

    private static void list(Source source) throws Exception {
        new LocalArchiver(directory, null, SizeLimit.none()).list(source, file -> {});
    }

    private static void ignore(String text) throws Exception {
        Path folder = Files.createTempDirectory(directory, "ignore");
        Files.writeString(folder.resolve("kept.c"), "");
        Files.write(folder.resolve(".sastignore"), text.getBytes(StandardCharsets.UTF_8));
        new DirectoryArchiver(SizeLimit.none()).list(folder, Selection.everything(), file -> {});
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void a_value_is_taken_or_refused_in_one_sentence(String name, ThrowingConsumer<String> taker) {
        for (String value : BadTexts.values().values()) {
            Throwable refusal = catchThrowable(() -> taker.acceptThrows(value));
            if (refusal != null) {
                assertThat(refusal).isInstanceOfAny(InvalidInputException.class, IOException.class);
                assertThat(refusal.getMessage())
                        .matches("[A-Z\".].*\\.")
                        .matches(BadTexts::isSentence)
                        .hasSizeLessThan(1_000);
            }
        }
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
        "LONGEST, LONGEST",
    })
    void a_path_inside_the_workspace_is_taken(String given, String path) {
        String shown = path.replace("LONGEST", LONGEST);
        assertThat(files(given.replace("LONGEST", LONGEST)).path()).isEqualTo(shown);
        assertThat(files(given.replace("LONGEST", LONGEST)).in(Path.of("w"))).isEqualTo(Path.of("w", shown));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "  "})
    void no_directory_is_the_workspace_itself(String given) {
        assertThat(files(given).in(Path.of("workspace"))).isEqualTo(Path.of("workspace"));
        assertThatThrownBy(() -> new Source.ExistingArchive(given))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "/etc //host/share \\\\host\\share C:\\data c:data, relative to the workspace",
        ".. ../x a/../../b a\\..\\b a/.., without \"..\"",
        "a\u0007b a\u0000b a\u001b[31mb, control characters",
        "LONGESTx, longer than 4096 characters",
    })
    void a_path_that_could_lead_elsewhere_or_forge_a_line_is_refused(String paths, String reason) {
        for (String path : paths.replace("LONGEST", LONGEST).split(" ")) {
            assertThatThrownBy(() -> files(path))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining(reason);
            assertThatThrownBy(() -> new Source.ExistingArchive(path)).hasMessageContaining("The archive");
        }
    }

    private static Source files(String path) {
        return new Source.Files(path, Selection.everything());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "42 | 42 | 41 43 4 420",
                "42, 50-59 | 42 50 55 59 | 49 60 43",
                "' 1 , 3 - 3 ' | 1 3 | 2 4",
                "0042 | 42 | 4",
                "9223372036854775806-9223372036854775807 | 9223372036854775806 9223372036854775807 | 1",
            })
    void project_ids_and_ranges_contain_their_ends_and_nothing_beyond(String text, String inside, String outside) {
        ProjectRanges ranges = ProjectRanges.parse(text);

        assertThat(inside.split(" ")).allMatch(id -> ranges.contains(new ProjectId(Long.parseLong(id))));
        assertThat(outside.split(" ")).noneMatch(id -> ranges.contains(new ProjectId(Long.parseLong(id))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void no_project_ids_are_all_projects(String text) {
        assertThat(ProjectRanges.parse(text).contains(new ProjectId(1))).isTrue();
        assertThat(ProjectRanges.parse(text).contains(new ProjectId(Long.MAX_VALUE)))
                .isTrue();
    }

    @Test
    void other_project_ids_are_refused_and_shown() {
        String texts = "|billing|42; 43|42 43|0|-1|59-50|50-|1-2-3|9223372036854775808|${PROJECT}";
        for (String text : texts.split("\\|")) {
            assertThatThrownBy(() -> ProjectRanges.parse("7, " + text))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("Invalid project IDs: \"" + text
                            + "\". Enter positive numbers and ranges, such as 42, 50-59.");
        }
    }

    @Test
    void commas_and_line_breaks_separate_patterns_and_spaces_do_not() {
        assertThat(PatternText.patterns(" src/** ,\r\n,docs/**\nmy files/** "))
                .containsExactly("src/**", "docs/**", "my files/**");
    }

    @Test
    void a_pattern_with_a_space_gets_a_hint() {
        assertThat(PatternText.hint("pom.xml, src/** docs/**"))
                .contains("\"src/** docs/**\" is one pattern. Separate several patterns with commas or line breaks.");
        assertThat(List.of("", "src/**", "src/**, docs/**", "src/**\n docs/** "))
                .allSatisfy(text -> assertThat(PatternText.hint(text)).isEmpty());
    }
}
