package io.jenkins.plugins.sastscan.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.jenkins.plugins.sastscan.archive.ArchiveFixture;
import io.jenkins.plugins.sastscan.archive.Boundary;
import io.jenkins.plugins.sastscan.archive.ReadyArchive;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.build.git.GitDefaults;
import io.jenkins.plugins.sastscan.build.git.GitUrl;
import io.jenkins.plugins.sastscan.client.AccessToken;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.ProxySettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.User;
import io.jenkins.plugins.sastscan.client.GitAuthentication;
import io.jenkins.plugins.sastscan.client.OAuthSettings;
import io.jenkins.plugins.sastscan.client.ProjectId;
import io.jenkins.plugins.sastscan.client.SecretMask.SecretText;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rejected value that a message quotes cannot forge a log line. */
class RefusedInputTest {
    private static final SecretText SECRET = new SecretText("secret");

    @TempDir
    static Path directory;

    private static Arguments field(String name, ThrowingConsumer<String> taker) {
        return arguments(name, taker);
    }

    static Stream<Arguments> fields() {
        return Stream.of(
                field("project ID", ProjectId::parse),
                field("server URL", text -> ServiceUrl.base(text, false)),
                field("host of the server URL", text -> ServiceUrl.base("https://" + text + "/api", false)),
                field("path of the server URL", text -> ServiceUrl.base("https://sast.example.org/" + text, false)),
                field("token URL", text -> ServiceUrl.token(text, false)),
                field(
                        "user of the Git repository",
                        text -> new GitAuthentication(GitAuthentication.Kind.USER_PASSWORD, text, SECRET, false)),
                field("OAuth client ID", RefusedInputTest::oauthClient),
                field("OAuth password", text -> new User("alice", new SecretText(text))),
                field("host of the proxy", text -> new ProxySettings(text, 3128, host -> false, Optional.empty())),
                field("access token", text -> new AccessToken(text)),
                field("Git URL", GitUrl::given),
                field("Git branch", GitDefaults::ref),
                field("pattern", text -> new Selection(List.of(text), List.of(), true, true)),
                field("ignore file", RefusedInputTest::ignore),
                field("directory", text -> list(new Source.Files(text, Selection.everything(), false).in(directory))),
                field("existing archive", RefusedInputTest::inspect));
    }

    private static void oauthClient(String id) {
        new OAuthSettings(ServiceUrl.token("https://a.example.org", false), id, SECRET, Optional.empty(), "");
    }

    private static void inspect(String text) throws Exception {
        Path file = new Source.ExistingArchive(text).in(directory);
        ReadyArchive.inspect(
                ReadyArchive.locate(file, new Boundary(directory.toString(), List.of(), "@")),
                new SizeLimit(Long.MAX_VALUE, false),
                bytes -> {},
                each -> {});
    }

    private static void list(Path path) throws Exception {
        ArchiveFixture.archiver(new SizeLimit(Long.MAX_VALUE, false), directory)
                .list(path, Selection.everything(), file -> {}, skipped -> {});
    }

    private static void ignore(String text) throws Exception {
        Path folder = Files.createTempDirectory(directory, "ignore");
        Files.writeString(folder.resolve("kept.c"), "");
        Files.write(folder.resolve(".sastignore"), text.getBytes(StandardCharsets.UTF_8));
        list(folder);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("fields")
    void each_field_accepts_a_value_or_rejects_it_with_one_sentence(String name, ThrowingConsumer<String> taker) {
        for (String value : BadTexts.values()) {
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
}
