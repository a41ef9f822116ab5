package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import hudson.ExtensionList;
import hudson.model.Descriptor;
import hudson.model.FreeStyleProject;
import hudson.model.Item;
import hudson.model.ParametersAction;
import hudson.model.ParametersDefinitionProperty;
import hudson.model.StringParameterDefinition;
import hudson.model.StringParameterValue;
import hudson.util.FormValidation;
import io.jenkins.plugins.casc.ConfigurationContext;
import io.jenkins.plugins.casc.ConfiguratorRegistry;
import io.jenkins.plugins.casc.impl.configurators.DescriptorConfigurator;
import io.jenkins.plugins.casc.model.CNode;
import io.jenkins.plugins.casc.yaml.YamlSource;
import io.jenkins.plugins.casc.yaml.YamlUtils;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.BadTexts;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.service.UploadEncoding;
import io.jenkins.plugins.sastscan.text.PlainText;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.sf.json.util.JSONUtils;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Every field of every door gets everything: each is told what is wrong in one sentence, or takes it literally. */
@WithSast
class BadInputJenkinsTest {
    /** Keys that Configuration as Code itself reads as something else than a text. */
    private static final Set<String> NOT_TEXT = Set.of(
            "uploadEncoding",
            "uploadFrom",
            "grant",
            "allowPlainHttp",
            "sizeLimitMegabytes",
            "connectTimeoutSeconds",
            "readTimeoutSeconds",
            "writeTimeoutSeconds",
            "retries");

    private static final Set<String> FOR_NUMBERS = Set.of(
            "empty", "blank", "line breaks", "negative", "zero", "too large", "a fraction", "an exponent", "markup");

    /** Configuration as Code puts nothing in the place of a variable that it does not know. */
    private static final Set<String> MISSING = Set.of("empty", "blank", "unresolved expression");

    private static final Set<String> NOT_ON_ONE_LINE =
            Set.of("control characters", "console annotation", "line breaks");

    @TempDir
    private static Path directory;

    /** Fields with a fixed set of values, of which Configuration as Code itself refuses all others. */
    private static final Set<String> CHOICES = Set.of("uploadEncoding", "uploadFrom", "grant");

    private static JenkinsRule jenkins;
    private static SastJenkins sast;
    private static FreeStyleProject job;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        job = rule.createFreeStyleProject();
    }

    @BeforeEach
    void one_server() {
        sast.configure(sast.server(SastJenkins.SERVER));
    }

    private static void forEach(Trial trial) throws Exception {
        for (Map.Entry<String, String> each : BadTexts.values().entrySet()) {
            trial.run(each.getKey(), each.getValue());
        }
    }

    private interface Trial {
        void run(String name, String value) throws Exception;
    }

    static Stream<Arguments> checks() {
        return ExtensionList.lookup(Descriptor.class).stream()
                .filter(descriptor -> descriptor.getClass().getName().startsWith("io.jenkins.plugins.sastscan."))
                .flatMap(descriptor -> Arrays.stream(descriptor.getClass().getMethods())
                        .filter(method -> method.getName().startsWith("doCheck"))
                        .map(method -> Arguments.of(
                                descriptor.getClass().getEnclosingClass().getSimpleName() + "." + method.getName(),
                                descriptor,
                                method)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("checks")
    void a_field_of_a_form(String name, Descriptor<?> descriptor, Method check) throws Exception {
        forEach((kind, value) -> {
            Object[] arguments = Arrays.stream(check.getParameterTypes())
                    .map(type ->
                            type == boolean.class ? (Object) false : Item.class.isAssignableFrom(type) ? job : value)
                    .toArray();

            FormValidation answer = (FormValidation) check.invoke(descriptor, arguments);

            if (answer.kind != FormValidation.Kind.OK) {
                assertThat(answer.getMessage()).as(kind).matches(BadTexts::isSentence);
            }
            assertThat(answer.renderHtml()).as(kind).doesNotContain("<script", "<img src=x");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sastScan(server: v, projectId: '42', dryRun: true)",
                "sastScan(server: 'main', projectId: v, dryRun: true)",
                "sastScan(server: 'main', projectId: '42', dryRun: true, source: [directory: v])",
                "sastScan(server: 'main', projectId: '42', dryRun: true, source: [archive: v])",
                "sastScan(server: 'main', projectId: '42', dryRun: true, source: [includes: v])",
                "sastScan(server: 'main', projectId: '42', dryRun: true, source: [excludes: v])",
                "sastScan(server: 'main', projectId: '42', upload: false, git: [url: v, branch: 'main'])",
                "sastScan(server: 'main', projectId: '42', upload: false, git: [url: 'https://git.example/a', branch: v])",
                "sastScan(server: 'main', projectId: '42', upload: false,"
                        + " git: [url: 'https://git.example/a', branch: 'main', credentialsId: v])",
                "sastLicense(v)",
                "sastBranchingStatus(server: 'main', projectId: v)",
                "sastGitSettings(server: v, projectId: '42')",
                "sastQuery(server: 'main', language: v, queryName: 'Long_Method')",
                "sastQuery(server: 'main', language: 'Java', queryName: v)",
                "sastQuery(server: 'main', language: 'Java', queryName: 'Long_Method', severity: v)"
            })
    void an_argument_of_a_pipeline_step(String step) throws Exception {
        Map<String, String> values = BadTexts.values();
        // Jenkins itself cannot store a build with such a parameter.
        values.remove("lone surrogate");
        // Huge parameters would be copied with every step, so the script makes them.
        Map<String, String> huge = Map.of(
                "1 MB long", "'x' * 1000000",
                "1 MB of separators", "'a/,**/' * 170000",
                "1 MB of at signs", "'https://' + 'a:b@' * 250000");
        List<String> kinds = List.copyOf(values.keySet());
        values.keySet().removeAll(huge.keySet());
        StringBuilder script = new StringBuilder("node { writeFile file: 'a', text: 'A'\n");
        for (String kind : kinds) {
            script.append("try { def v = ")
                    .append(huge.getOrDefault(kind, "params['" + kind + "']"))
                    .append("; ")
                    .append(step)
                    .append(
                            "; echo 'DONE' } catch (Exception e) { echo \"CAUGHT ${e.class.simpleName} ${e.message}\" }\n");
        }
        WorkflowJob pipeline = sast.pipeline(script + "}");
        List<StringParameterDefinition> definitions =
                values.keySet().stream().map(StringParameterDefinition::new).toList();
        pipeline.addProperty(new ParametersDefinitionProperty(List.copyOf(definitions)));
        ParametersAction parameters = new ParametersAction(values.entrySet().stream()
                .<hudson.model.ParameterValue>map(each -> new StringParameterValue(each.getKey(), each.getValue()))
                .toList());

        WorkflowRun run = jenkins.assertBuildStatusSuccess(pipeline.scheduleBuild2(0, parameters));
        List<String> lines = Logs.ofSteps(run);
        assertThat(lines).allMatch(BadTexts::isSentence);
        assertThat(lines)
                .noneMatch(line -> line.startsWith("ERROR: forged") || line.startsWith("X-Injected"))
                .noneMatch(line -> line.startsWith("\tat "))
                .filteredOn(line -> line.startsWith("DONE") || line.startsWith("CAUGHT"))
                .hasSize(kinds.size());
        assertThat(lines)
                .filteredOn(line -> line.startsWith("CAUGHT"))
                .allMatch(line -> line.startsWith("CAUGHT AbortException SAST: "));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name",
                "url",
                "uploadEncoding",
                "uploadFrom",
                "sizeLimitMegabytes",
                "connectTimeoutSeconds",
                "readTimeoutSeconds",
                "writeTimeoutSeconds",
                "retries",
                "allowPlainHttp",
                "credentialsId",
                "tokenUrl",
                "clientId",
                "grant",
                "clientSecretId",
                "userCredentialsId",
                "scope"
            })
    void a_key_of_configuration_as_code(String key) throws Exception {
        forEach((kind, value) -> {
            if (kind.startsWith("1 MB of") || NOT_TEXT.contains(key) && !FOR_NUMBERS.contains(kind)) {
                return;
            }
            one_server();
            Path file = Files.writeString(directory.resolve("jenkins.yaml"), yaml(key, value));

            Throwable refused = catchThrowable(() -> configure(file));

            List<SastServer> servers = SastConfiguration.get().getServers();
            assertThat(servers).hasSize(1);
            String sentence = sentence(key, kind, value);
            if (CHOICES.contains(key) && !sentence.isEmpty()) {
                assertThat(servers.get(0).getName()).as(kind).isEqualTo(SastJenkins.SERVER);
                assertThat(refused).as(kind).rootCause().hasMessage(sentence);
                return;
            }
            assertThat(refused).as(kind).isNull();
            assertThat(jenkins.jenkins
                            .getDescriptorByType(SastServer.DescriptorImpl.class)
                            .problem(servers.get(0))
                            .orElse(""))
                    .as(kind)
                    .isEqualTo(sentence);
            if (sentence.isEmpty()) {
                assertThat(taken(key, servers.get(0))).as(kind).isEqualTo(literally(key, kind, value));
            }
        });
    }

    /** What is told of a value; empty if it is taken. */
    private static String sentence(String key, String kind, String value) {
        boolean missing = MISSING.contains(kind);
        String other = "SAST server \"other\": ";
        return switch (key) {
            case "name" ->
                missing
                        ? "SAST server \"\": The name is missing. Enter a name for use in jobs."
                        : NOT_ON_ONE_LINE.contains(kind)
                                        || Set.of("1 MB long", "lone surrogate", "right to left")
                                                .contains(kind)
                                ? "SAST server \"" + PlainText.oneLine(value, 200)
                                        + "\": The name contains a line break or another invisible character,"
                                        + " or is longer than 200 characters."
                                : "";
            case "url" -> other + ofUrl("server URL", kind);
            case "tokenUrl" -> other + ofUrl("token URL", kind);
            case "clientId" ->
                missing
                        ? other
                                + "The OAuth client ID is missing. Enter the client ID that is registered on the SAST server."
                        : ofLine(other + "The OAuth client ID ", kind);
            case "scope" -> ofLine(other + "The OAuth scope ", kind);
            case "credentialsId" ->
                missing ? other + "The credentials of the access token are missing. Select a secret text." : "";
            case "userCredentialsId" ->
                missing
                        ? other + "The grant type \"password\" requires user credentials. Select a user name with"
                                + " password."
                        : "";
            case "connectTimeoutSeconds", "readTimeoutSeconds", "writeTimeoutSeconds" ->
                other + "The " + key.replace("TimeoutSeconds", "")
                        + " timeout must be more than 0 and at most 86400 seconds.";
            case "sizeLimitMegabytes" -> other + "The size limit must be at least 1 MB.";
            case "retries" -> kind.equals("negative") ? other + "The number of retries must be 0 to 100." : "";
            case "uploadEncoding" -> noConstant(UploadEncoding.class, value);
            case "uploadFrom" -> noConstant(UploadFrom.class, value);
            case "grant" -> noConstant(OAuthAuthentication.Grant.class, value);
            default -> "";
        };
    }

    private static String ofUrl(String what, String kind) {
        String line = ofLine("The " + what + " ", kind);
        return !line.isEmpty()
                ? line
                : "The " + what
                        + (MISSING.contains(kind)
                                ? " is missing."
                                : kind.equals("1 MB long")
                                        ? " is longer than 2000 characters."
                                        : " does not begin with https://. Enter a URL such as"
                                                + " https://sast.example.org/api.");
    }

    private static String ofLine(String begin, String kind) {
        return NOT_ON_ONE_LINE.contains(kind)
                ? begin + "contains a line break or another control character."
                : kind.equals("lone surrogate") ? begin + "contains an invalid character. Enter it again." : "";
    }

    /** The words of Configuration as Code. */
    private static String noConstant(Class<? extends Enum<?>> type, String value) {
        return "No enum constant " + type.getCanonicalName() + "." + value;
    }

    private static Object taken(String key, SastServer server) {
        return switch (key) {
            case "name" -> server.getName();
            case "retries" -> server.getRetries();
            case "allowPlainHttp" -> server.isAllowPlainHttp();
            case "credentialsId" -> ((AccessTokenAuthentication) server.getAuthentication()).getCredentialsId();
            default -> {
                OAuthAuthentication oauth = (OAuthAuthentication) server.getAuthentication();
                yield switch (key) {
                    case "clientId" -> oauth.getClientId();
                    case "scope" -> oauth.getScope();
                    case "clientSecretId" -> oauth.getClientSecretId();
                    default -> oauth.getUserCredentialsId();
                };
            }
        };
    }

    /** Configuration as Code makes 0 and false of what is no number and no boolean, and nothing of an unknown variable. */
    private static Object literally(String key, String kind, String value) {
        return switch (key) {
            case "retries" -> 0;
            case "allowPlainHttp" -> false;
            default -> MISSING.contains(kind) ? "" : value.strip();
        };
    }

    /** The plugin's own part, without the time that all of Jenkins takes to be configured. */
    private static void configure(Path file) throws Exception {
        ConfigurationContext context = new ConfigurationContext(ConfiguratorRegistry.get());
        CNode sast = YamlUtils.loadFrom(List.of(YamlSource.of(file.toUri().toString())), context)
                .get("unclassified")
                .asMapping()
                .get("sast");
        new DescriptorConfigurator(SastConfiguration.get()).configure(sast, context);
    }

    private static String yaml(String key, String value) {
        Map<String, String> server = new LinkedHashMap<>();
        server.put("name", "\"other\"");
        server.put("url", "\"https://other.example.org\"");
        Map<String, String> oauth = new LinkedHashMap<>();
        oauth.put("tokenUrl", "\"https://other.example.org/token\"");
        oauth.put("clientId", "\"client\"");
        oauth.put("userCredentialsId", "\"user\"");
        String quoted = quoted(value);
        String authentication;
        if (key.equals("credentialsId")) {
            authentication = "          accessToken:\n            credentialsId: " + quoted + "\n";
        } else {
            boolean ofOAuth = oauth.containsKey(key)
                    || List.of("grant", "clientSecretId", "scope").contains(key);
            (ofOAuth ? oauth : server).put(key, quoted);
            authentication = "          oauth:\n" + lines(oauth, "            ");
        }
        return "unclassified:\n  sast:\n    servers:\n      - retries: 1\n"
                        .replace("retries: 1", "authentication:\n" + authentication.stripTrailing())
                + lines(server, "        ");
    }

    /** A quoted text of JSON is one of YAML, but for escaped slashes, and YAML has more line ends. */
    private static String quoted(String value) {
        StringBuilder ascii = new StringBuilder();
        JSONUtils.quote(value)
                .replace("<\\/", "</")
                .chars()
                .forEach(c -> ascii.append(c < 0x7f ? String.valueOf((char) c) : String.format("\\u%04x", c)));
        return ascii.toString();
    }

    private static String lines(Map<String, String> fields, String indent) {
        StringBuilder lines = new StringBuilder();
        fields.forEach((name, text) ->
                lines.append(indent).append(name).append(": ").append(text).append('\n'));
        return lines.toString();
    }
}
