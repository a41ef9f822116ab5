package io.jenkins.plugins.sastscan.submission;

import static io.jenkins.plugins.sastscan.submission.BadInput.refuses;
import static io.jenkins.plugins.sastscan.submission.BadInput.takes;

import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.service.AccessToken;
import io.jenkins.plugins.sastscan.service.GitAuthentication;
import io.jenkins.plugins.sastscan.service.GitRemote;
import io.jenkins.plugins.sastscan.service.OAuthSettings;
import io.jenkins.plugins.sastscan.service.ProjectId;
import io.jenkins.plugins.sastscan.service.ProxySettings;
import io.jenkins.plugins.sastscan.service.QueryKey;
import io.jenkins.plugins.sastscan.service.SecretText;
import io.jenkins.plugins.sastscan.service.ServiceUrl;
import io.jenkins.plugins.sastscan.submission.BadInput.Field;
import io.jenkins.plugins.sastscan.submission.BadInput.Value;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every value that the plain rooms are given from outside, with everything that may be wrong with it. */
class RefusedInputTest {
    private static final SecretText SECRET = SecretText.of("secret");

    @TempDir
    static Path directory;

    static Stream<Arguments> fieldsAndValues() {
        return Stream.of(addresses(), words(), secrets(), git(), patterns(), paths())
                .flatMap(table -> table);
    }

    private static Stream<Arguments> addresses() {
        return BadInput.table(
                takes("project ID", ProjectId::parse),
                takes("server URL", text -> ServiceUrl.base(text, false)),
                takes("token URL", text -> ServiceUrl.token(text, false)),
                takes(
                        "host of the server URL",
                        text -> ServiceUrl.base("https://" + (text == null ? "" : text) + "/api", false),
                        Value.LOOK_ALIKE,
                        Value.INVISIBLE,
                        Value.GREAT,
                        Value.NEGATIVE),
                refuses(
                        "path of the server URL",
                        text -> ServiceUrl.base("https://sast.example.org/" + (text == null ? "" : text), false),
                        Value.LONG,
                        Value.CONTROLS,
                        Value.LINES,
                        Value.UNC,
                        Value.DRIVE,
                        Value.BROKEN));
    }

    private static Stream<Arguments> words() {
        return BadInput.table(
                line("language of the query", text -> new QueryKey(text, "Low", "name")),
                line("name of the query", text -> new QueryKey("Java", "Low", text)),
                line("severity of the query", text -> new QueryKey("Java", text, "name")),
                line("user of the Git repository", text -> new GitAuthentication.UserPassword(text, SECRET)),
                line("OAuth client ID", text -> new OAuthSettings.Client(text, SECRET)),
                line("OAuth user", text -> new OAuthSettings.Password(text, SECRET)),
                line("host of the proxy", text -> ProxySettings.http(text, 3128, List.of())));
    }

    private static Stream<Arguments> secrets() {
        return BadInput.table(
                refuses(
                        "access token",
                        text -> new AccessToken(secret(text)),
                        Value.ABSENT,
                        Value.EMPTY,
                        Value.BLANK,
                        Value.CONTROLS,
                        Value.LINES,
                        Value.RIGHT_TO_LEFT,
                        Value.LOOK_ALIKE,
                        Value.INVISIBLE,
                        Value.BROKEN),
                refuses("OAuth client secret", text -> new OAuthSettings.Client("id", secret(text)), Value.BROKEN),
                refuses(
                        "OAuth password",
                        text -> new OAuthSettings.Password("alice", secret(text)),
                        Value.ABSENT,
                        Value.EMPTY,
                        Value.BLANK,
                        Value.BROKEN));
    }

    private static SecretText secret(String text) {
        return SecretText.of(text == null ? "" : text);
    }

    private static Stream<Arguments> git() {
        return BadInput.table(
                takes("Git URL", GitUrl::given),
                takes(
                        "Git branch",
                        text -> new GitRemote("https://git.example.org/app.git", BranchRef.of(text)),
                        Value.UNRESOLVED,
                        Value.RIGHT_TO_LEFT,
                        Value.LOOK_ALIKE,
                        Value.INVISIBLE,
                        Value.GREAT,
                        Value.MARKUP));
    }

    private static Stream<Arguments> patterns() {
        return BadInput.table(
                pattern(
                        "include pattern",
                        text -> new Selection(Collections.singletonList(text), List.of(), true, true)),
                pattern(
                        "exclude pattern",
                        text -> new Selection(List.of(), Collections.singletonList(text), true, true)),
                refuses(
                        "ignore file",
                        RefusedInputTest::ignore,
                        Value.LONG,
                        Value.CONTROLS,
                        Value.UP,
                        Value.ABSOLUTE,
                        Value.UNC,
                        Value.DRIVE));
    }

    private static Field pattern(String name, BadInput.Taker taker) {
        return takes(
                name,
                taker,
                Value.UNRESOLVED,
                Value.RIGHT_TO_LEFT,
                Value.LOOK_ALIKE,
                Value.INVISIBLE,
                Value.BROKEN,
                Value.GREAT,
                Value.NEGATIVE,
                Value.MARKUP);
    }

    /** Up to where they would be read: nothing of such a name is there. */
    private static Stream<Arguments> paths() {
        return BadInput.table(
                takes(
                        "directory",
                        text -> list(new Source.Files(text, Selection.everything())),
                        Value.ABSENT,
                        Value.EMPTY,
                        Value.BLANK),
                takes("ready archive", text -> list(new Source.ReadyArchive(text))));
    }

    private static void list(Source source) throws Exception {
        Path workspace = Files.createTempDirectory(directory, "workspace");
        Files.writeString(workspace.resolve("kept.c"), "");
        new LocalArchiver(workspace, directory.resolve("temporary"), "test", SizeLimit.none()).list(source, file -> {});
    }

    private static Field line(String name, BadInput.Taker taker) {
        return refuses(name, taker, Value.ABSENT, Value.EMPTY, Value.BLANK, Value.CONTROLS, Value.LINES, Value.BROKEN);
    }

    /** Beside a file that no value excludes. */
    private static void ignore(String text) throws Exception {
        Path folder = Files.createTempDirectory(directory, "ignore");
        Files.writeString(folder.resolve("kept.c"), "");
        if (text != null) {
            Files.write(folder.resolve(".sastignore"), text.getBytes(StandardCharsets.UTF_8));
        }
        new DirectoryArchiver(SizeLimit.none()).list(folder, Selection.everything(), file -> {});
    }

    @ParameterizedTest
    @MethodSource("fieldsAndValues")
    void a_bad_value_is_refused_in_a_sentence_or_taken_as_it_is(Field field, Value value) {
        BadInput.check(field, value);
    }
}
