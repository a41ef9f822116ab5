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
import io.jenkins.plugins.sastscan.submission.git.BranchRef;
import io.jenkins.plugins.sastscan.submission.git.GitUrl;
import io.jenkins.plugins.sastscan.text.BadTexts;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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
    private static final String LONGEST_BRANCH = "a".repeat(1_000);
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
        refused(() -> new Source.ExistingArchive(given), "is empty");
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
            refused(() -> files(path), reason);
            refused(() -> new Source.ExistingArchive(path), "The archive");
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
            refused(
                    () -> ProjectRanges.parse("7, " + text),
                    "Invalid project IDs: \"" + text + "\". Enter positive numbers and ranges, such as 42, 50-59.");
        }
    }

    @Test
    void commas_and_line_breaks_separate_patterns_and_spaces_do_not() {
        assertThat(Selection.patterns(" src/** ,\r\n,docs/**\nmy files/** "))
                .containsExactly("src/**", "docs/**", "my files/**");
    }

    @Test
    void a_pattern_with_a_space_gets_a_hint() {
        assertThat(Selection.hint("pom.xml, src/** docs/**"))
                .contains("\"src/** docs/**\" is one pattern. Separate several patterns with commas or line breaks.");
        assertThat(List.of("", "src/**", "src/**, docs/**", "src/**\n docs/** "))
                .allSatisfy(text -> assertThat(Selection.hint(text)).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({
        "https://git.example.com/team/app.git, https://git.example.com/team/app.git",
        "HTTPS://Git.Example.COM./team//app, https://git.example.com/team/app",
        "https://git.example.com/team/../other/app, https://git.example.com/other/app",
        "https://git.example.com/team/%2e%2E/other/app, https://git.example.com/other/app",
        "https://git.example.com/%74eam/a%20b, https://git.example.com/team/a%20b",
        "http://git.example.com:8080/app, http://git.example.com:8080/app",
        "https://10.1.2.3/app, https://10.1.2.3/app",
        "git://git.example.com/app, git://git.example.com/app",
        "ssh://git@git.example.com:7999/team/app.git, ssh://git.example.com:7999/team/app.git",
        "ssh://git.example.com/app, ssh://git.example.com/app",
        "git@git.example.com:team/app.git, ssh://git.example.com/team/app.git",
        "git@git.example.com:team/../other, ssh://git.example.com/other",
        "git@git.example.com:/srv/a%b, ssh://git.example.com/srv/a%25b",
        "git.example.com:team/app.git, ssh://git.example.com/team/app.git",
        "git@10.0.0.1:app, ssh://10.0.0.1/app",
        "git@server:app, ssh://server/app",
        "me@[2001:DB8::1]:app, ssh://[2001:db8::1]/app",
    })
    void a_known_form_stays_as_it_is_and_tells_where_it_leads(String text, String address) {
        GitUrl url = GitUrl.given(" " + text + " ");

        assertThat(url.text()).isEqualTo(text);
        assertThat(url.ssh()).isEqualTo(address.startsWith("ssh:"));
        assertThat(url.address()).hasToString(address);
        assertThat(GitUrl.found(text)).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "https://me:hunter2@git.example.com/app, https://git.example.com/app",
        "https://hunter2@git.example.com/app, https://git.example.com/app",
        "ssh://git:hunter2@git.example.com/app, ssh://git@git.example.com/app",
        "https://git.example.com/app?access_token=hunter2, https://git.example.com/app",
        "https://git.example.com/app#hunter2, https://git.example.com/app",
        "git@git.example.com:app?hunter2, git@git.example.com:app",
        "git@git.example.com:app#hunter2, git@git.example.com:app",
    })
    void a_given_url_with_a_secret_is_refused_without_showing_it_and_a_found_one_loses_it(
            String text, String stripped) {
        refused(() -> GitUrl.given(text), "git.example.com", "credentials");
        assertThat(GitUrl.found(text).text()).isEqualTo(stripped);
    }

    /** Forms that are none, hosts that are numbers or options, paths that climb or hide, and characters that forge. */
    private static final String INVALID = """
            app /srv/git/app.git C:\\git\\app C:/git/app file:///srv/git/app.git ftp://git.example.com/app
            javascript:alert(1)// https://git.example.com https://git.example.com/ https:///app
            me:hunter2@git.example.com:app git@git.example.com: ext::hunter2 me@ext::hunter2
            git@10.1:app git@2130706433:app git@0x7f000001:app https://2130706433/app git@010.1.2.3:app
            https://010.1.2.3/app git@a-.git.example.com:app git@-a.git.example.com:app -a.git.example.com:app
            git@git.example.com.7:app git@[abc:22]:app git@[::1::2]:app -oProxyCommand=hunter2@git.example.com:app
            ssh://-oProxyCommand=hunter2@git.example.com/app ssh://%2doProxyCommand=hunter2@git.example.com/app
            https://-git.example.com/app git@git.example.com:-hunter2 git@git.example.com:app://hunter2
            https://git.example.com/team/..;/hunter2/app https://git.example.com/team;hunter2/app
            https://git.example.com/team/..%5chunter2 https://git.example.com/team/..%2Fhunter2
            https://git.example.com/team/%252E%252e/hunter2 https://git.example.com/../hunter2
            https://git.example.com/team/../../hunter2 git@git.example.com:team\\..\\hunter2
            git@git.example.com:../hunter2 git@git.example.com:app\u001b[31m git@git.example.com:app\u202e
            https://git.example.com/app\u202e git@git.example.com:a\u2028pp""";

    static Stream<String> invalid() {
        return Stream.concat(
                Stream.of(INVALID.split("[ \n]+")), Stream.of("https://git.example.com/a b", "ext::sh -c hunter2"));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void what_no_server_can_fetch_from_is_refused_without_showing_it(String text) {
        refused(() -> GitUrl.given(text), "Invalid Git URL");
        refused(() -> GitUrl.found(text), "Invalid Git URL");
    }

    @Test
    void a_url_of_more_than_2000_characters_is_refused() {
        String prefix = "https://git.example.com/";
        String longest = prefix + "a".repeat(2_000 - prefix.length());

        assertThat(GitUrl.given(longest).text()).isEqualTo(longest);
        refused(() -> GitUrl.given(longest + "a"), "2000 characters");
        refused(() -> GitUrl.found(longest + "a"), "2000 characters");
    }

    static Stream<String> parts() {
        return Stream.concat(
                Stream.of("/ a a. a- 1. a@ a: a:b@ : ? # /.git /../ [ %".split(" ")), Stream.of(" ", "ssh://::\n"));
    }

    /** Texts that a server or an agent may choose. Backtracking takes minutes for the worst of them. */
    @ParameterizedTest
    @MethodSource("parts")
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_huge_text_is_judged_at_once(String part) {
        String huge = part.repeat((1 << 18) / part.length());
        for (String start : List.of("", "https://", "https://git.example.com/", "git@git.example.com:", "git@")) {
            for (String end : List.of("", ":x", "/x", "x")) {
                String text = start + huge + end;
                assertThatThrownBy(() -> GitUrl.given(text)).isInstanceOf(InvalidInputException.class);
                assertThatThrownBy(() -> GitUrl.found(text)).isInstanceOf(InvalidInputException.class);
                assertThat(GitUrl.shown(text)).hasSizeLessThan(1_000);
                assertThat(GitUrl.same(text, "https://git.example.com/app")).isFalse();
            }
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " \t"})
    void no_url_is_refused(String text) {
        refused(() -> GitUrl.given(text), "Git URL is empty");
    }

    @ParameterizedTest
    @CsvSource({
        "https://Git.Example.com/app, https://git.example.com/app.git, true",
        "https://git.example.com/app/, https://git.example.com/app, true",
        "https://me:pw@git.example.com/app, https://git.example.com/app, true",
        "git@git.example.com:app, git@git.example.com:app.git, true",
        "https://git.example.com/app, https://git.example.com/App, false",
        "https://git.example.com/app, https://other.example.com/app, false",
        "https://git.example.com/app, ssh://git.example.com/app, false",
    })
    void urls_are_compared_by_what_they_name(String one, String other, boolean same) {
        assertThat(GitUrl.same(one, other)).isEqualTo(same);
        assertThat(GitUrl.same(other, one)).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource({
        "main, refs/heads/main",
        "' main ', refs/heads/main",
        "feature/login, refs/heads/feature/login",
        "refs/heads/main, refs/heads/main",
        "refs/heads/PR-12, refs/heads/PR-12",
        "refs/tags/v1.0, refs/tags/v1.0",
        "release-1.0, refs/heads/release-1.0",
        "origin/main, refs/heads/origin/main",
        "PR-fix, refs/heads/PR-fix",
        "my@branch, refs/heads/my@branch",
        "f\u00fcr/m\u0430in, refs/heads/f\u00fcr/m\u0430in",
        "LONGEST, refs/heads/LONGEST",
    })
    void a_branch_becomes_a_full_ref(String name, String ref) {
        assertThat(BranchRef.of(name.replace("LONGEST", LONGEST_BRANCH)))
                .isEqualTo(ref.replace("LONGEST", LONGEST_BRANCH));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "null",
            value = {
                "change request | PR-12;MR-3;PR-7-head;PR-7-merge;refs/pull/12/head;pull/12/merge;"
                        + "refs/merge-requests/3/head;refs/changes/45/12345/1",
                "not a valid Git branch | HEAD;*/main;a b;a..b;a~1;a^;a:b;a?;a[b;a\\b;@{1};a//b;a/.b;a.lock;a.lock/b;a.;"
                        + "a/;/a;.a;-a;@;a\u0007b;a\u007fb;${BRANCH}x y",
                "neither a branch nor a tag | refs/notes/x",
                "refs/heads/main | refs/remotes/origin/main",
                "branch is empty | null",
                "branch is empty | '  '",
                "longer than 1000 characters | LONGESTa",
            })
    void what_is_no_branch_is_refused(String reason, String names) {
        for (String name : names == null
                ? new String[1]
                : names.replace("LONGEST", LONGEST_BRANCH).split(";")) {
            refused(() -> BranchRef.of(name), reason);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "main, refs/heads/main, true",
        "refs/heads/main, ' main', true",
        "main, Main, false",
        "main, refs/tags/main, false",
    })
    void short_and_full_names_mean_the_same_branch(String one, String other, boolean same) {
        assertThat(BranchRef.same(one, other)).isEqualTo(same);
    }

    /** Refuses what is given for these reasons, without a secret of these tests. */
    static void refused(ThrowingCallable given, String... reasons) {
        assertThatThrownBy(given)
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll(reasons)
                .hasMessageNotContainingAny("AAAA", "!!secret!!", "my password", "hunter2");
    }
}
