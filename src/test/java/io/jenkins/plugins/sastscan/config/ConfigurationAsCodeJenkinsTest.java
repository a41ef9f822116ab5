package io.jenkins.plugins.sastscan.config;

import static io.jenkins.plugins.sastscan.jenkins.ConfigurationYaml.configure;
import static io.jenkins.plugins.sastscan.jenkins.ConfigurationYaml.exported;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.UploadEncoding;
import io.jenkins.plugins.sastscan.docs.Documentation;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jenkins.model.Jenkins;
import org.codehaus.groovy.runtime.InvokerHelper;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.jvnet.hudson.test.LogRecorder;

@WithSast
class ConfigurationAsCodeJenkinsTest {
    @BeforeEach
    void removeConfiguration() throws Exception {
        Servers.configure();
        Servers.credentials();
    }

    private static String yaml(int number) {
        return Documentation.of("docs/configure.md").blocks("yaml").get(number).code();
    }

    private static String servers(String... each) {
        return "unclassified:\n  sast:\n    servers:\n" + String.join("", each);
    }

    private static String server(String name, String url) {
        return "      - name: \"" + name + "\"\n        url: \"" + url
                + "\"\n        authentication:\n          accessToken:\n            credentialsId: \"token\"\n";
    }

    private static SastServer lookUp(String name) {
        return SastConfiguration.get().server(name, null, Optional.empty());
    }

    private static void assertTheExampleIsConfigured() {
        OAuthAuthentication oauth = new OAuthAuthentication(
                "http://sast.laboratory.example.org/api/auth/identity/connect/token", "ci-client");
        oauth.setClientSecretId("sast-client-secret");
        oauth.setUserCredentialsId("sast-user");
        SastServer laboratory = new SastServer("laboratory", "http://sast.laboratory.example.org/api", oauth);
        laboratory.setAllowPlainHttp(true);
        laboratory.setNoProxy(true);
        laboratory.setExcludes("**/secrets/**, **/*.pem");
        laboratory.setProjectPage("https://sast.example/projects/{projectId}");
        laboratory.setUploadEncoding(UploadEncoding.MULTIPART);
        laboratory.setUploadFrom(UploadFrom.CONTROLLER);
        ServerAccess access = laboratory.getAccess();
        access.setAllJobs(false);
        access.setRules(List.of(Servers.rule("team-a", "42, 50-59", "42"), Servers.rule("team-b/app", "all")));
        access.setJobCredentialsId("sast-team");
        access.setAllowChangeRequests(true);
        laboratory.setSizeLimitMegabytes(500);
        laboratory.setReadTimeoutSeconds(600);
        laboratory.setRetries(5);
        SastServer main =
                new SastServer("main", "https://sast.example.org/api", new AccessTokenAuthentication("sast-token"));
        assertThat(SastConfiguration.get().getServers())
                .usingRecursiveComparison()
                .isEqualTo(List.of(main, laboratory));
        assertThat(SastConfiguration.get().getOverdueAfterDays()).isEqualTo(30);
    }

    @Test
    void the_documented_examples_configure_their_servers() throws Exception {
        configure(yaml(0));
        assertThat(lookUp("main").getUrl()).isEqualTo("https://sast.example.org/api");

        configure(yaml(1));
        assertTheExampleIsConfigured();
    }

    @Test
    void the_documented_table_lists_every_optional_field_and_its_default() throws Exception {
        Map<String, String> defaults = defaults(Servers.server("main"));
        // The table lists the fields of "access", but not "access" itself.
        defaults.remove("access");
        defaults.putAll(defaults(new ServerAccess()));

        assertThat(Stream.of("In the form", "More access settings")
                        .flatMap(section -> Documentation.of("docs/configure.md").section(section).rows().stream()))
                .extracting(row -> Map.entry(row.get(1).replace("`", ""), row.get(2)))
                .containsExactlyInAnyOrderElementsOf(defaults.entrySet());
    }

    private static Map<String, String> defaults(Object untouched) {
        Map<String, String> defaults = new TreeMap<>();
        for (var parameter : DescribableModel.of(untouched.getClass()).getParameters()) {
            if (!parameter.isRequired()) {
                String value = String.valueOf(InvokerHelper.getProperty(untouched, parameter.getName()));
                defaults.put(parameter.getName(), value.isEmpty() ? "" : "`" + value + "`");
            }
        }
        return defaults;
    }

    @Test
    void the_documented_examples_configure_team_rules_and_the_proxy() throws Exception {
        configure(Documentation.of("docs/recipes.md").blocks("yaml").get(0).code());
        assertThat(lookUp("main").getAccess().getRules())
                .usingRecursiveComparison()
                .isEqualTo(List.of(
                        Servers.rule("team-a", "42", "42"),
                        Servers.rule("team-b/app", "43, 50-59", "43"),
                        Servers.rule("team-b/app/main", "50", "50")));

        configure(Documentation.of("docs/network.md").blocks("yaml").get(0).code());
        var proxy = Jenkins.get().getProxy();
        Jenkins.get().setProxy(null);
        assertThat(proxy.getName() + ":" + proxy.getPort()).isEqualTo("proxy.example.org:3128");
        assertThat(proxy.getUserName()).isEqualTo("jenkins");
        assertThat(proxy.getNoProxyHost()).isEqualTo("*.internal.example.org");
    }

    @Test
    void an_exported_configuration_recreates_the_same_servers() throws Exception {
        configure(yaml(1));
        String exported = exported();
        Servers.configure("another");

        configure(exported);

        assertTheExampleIsConfigured();
        assertThat(exported()).isEqualTo(exported);
        assertThat(exported).doesNotContain("secret:", "password:");

        configure("unclassified:\n  sast:\n    servers: []\n");
        assertThat(SastConfiguration.get().getServers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "allowChangeRequests: true | ''",
                "rules: [] | ''",
                "allJobs: false | No job can use it, because there is no access rule.",
                "rules: [{item: team, projects: all}] | There are access rules",
            })
    void the_access_settings_of_a_server_survive_export_and_import(String access, String problem) throws Exception {
        configure(servers(server("main", "https://one.example.org") + "        access:\n          " + access + "\n"));

        for (int round = 0; round < 2; round++) {
            SastServer server = SastConfiguration.get().getServers().get(0);
            assertThat(SastConfiguration.get().problem(server).orElse("")).contains(problem);
            assertThat(server.getAccess().allows("other", Optional.empty())).isEqualTo(problem.isEmpty());
            String exported = exported();
            Servers.configure();
            configure(exported);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "other | https://two.example.org | SAST server \"other\": Another SAST server has this name.",
                "two | sast.example.org | SAST server \"two\": The URL of the SAST server is not a valid https:// URL.",
                "two | http://two.example.org | SAST server \"two\": The URL of the SAST server begins with http://",
            })
    void an_invalid_server_is_kept_but_no_job_can_use_it_and_the_log_says_why(String name, String url, String message)
            throws Exception {
        try (var log = new LogRecorder()) {
            log.record(SastConfiguration.class, Level.WARNING).capture(10);
            configure(servers(
                    server("main", "https://one.example.org"),
                    server("other", "https://other.example.org"),
                    server(name, url)));

            assertThat(log.getMessages()).isNotEmpty().allMatch(line -> line.startsWith(message));
        }

        assertThat(SastConfiguration.get().getServers())
                .extracting(SastServer::getName, SastServer::getUrl)
                .contains(tuple(name, url));
        assertThatThrownBy(() -> lookUp(name))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(message);
        assertThat(lookUp("main").getName()).isEqualTo("main");
    }

    @Test
    void an_invalid_number_is_reported_but_the_server_is_kept() throws Exception {
        Map<String, String> messages = Map.of(
                "retries: three", "The number of retries must be 0 to 100.",
                "sizeLimitMegabytes: 4 GB", "The size limit must be at least 1 MB.",
                "readTimeoutSeconds: 14401", "The read timeout must be more than 0 and at most 14400 seconds.");
        configure(servers(
                messages.keySet().stream()
                        .map(field -> server(field, "https://one.example.org") + "        "
                                + field.replaceAll(": (.*)", ": \"$1\"\n"))
                        .collect(Collectors.joining()),
                server("other", "https://other.example.org")));

        messages.forEach((name, message) -> assertThatThrownBy(() -> lookUp(name))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("SAST server \"" + name + "\": " + message));
        assertThat(lookUp("other").getRetries()).isEqualTo(ConnectionSettings.DEFAULT_RETRIES);
    }
}
