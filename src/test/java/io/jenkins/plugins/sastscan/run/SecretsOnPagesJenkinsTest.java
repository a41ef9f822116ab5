package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleBuild;
import hudson.model.Result;
import hudson.model.Run;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.config.OAuthAuthentication;
import io.jenkins.plugins.sastscan.jenkins.Browsers;
import io.jenkins.plugins.sastscan.jenkins.Planted;
import io.jenkins.plugins.sastscan.jenkins.PlantedJenkins;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import io.jenkins.plugins.sastscan.step.GitSettings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

/** What an administrator's browser is shown, after good, failed and aborted builds: every page, and no secret on it. */
@WithJenkins
class SecretsOnPagesJenkinsTest {
    private static final Planted PLANTED = SecretsJenkinsTest.planted();
    private static final Map<Build, Run<?, ?>> BUILDS = new EnumMap<>(Build.class);

    private static JenkinsRule jenkins;
    private static PlantedJenkins planted;

    private enum Build {
        GOOD,
        GOOD_PIPELINE,
        FAILED,
        FAILED_PIPELINE,
        ABORTED,
        ABORTED_PIPELINE
    }

    @BeforeAll
    static void build(JenkinsRule rule) throws Exception {
        jenkins = rule;
        planted = PlantedJenkins.start(rule);
        planted.configure(PlantedJenkins.Server.OAUTH_PASSWORD);
        SastJenkins sast = planted.sast();

        BUILDS.put(
                Build.GOOD,
                rule.buildAndAssertSuccess(planted.job(rule.jenkins, PlantedJenkins.HTTPS, "git-user", false)));
        BUILDS.put(Build.GOOD_PIPELINE, sast.build(PlantedJenkins.script(rule.jenkins, PlantedJenkins.SSH, "git-key")));

        planted.configure(PlantedJenkins.Server.TOKEN);
        sast.simulator()
                .always(
                        SimulatedOperation.WRITE_GIT,
                        SecretsJenkinsTest.echoes(SimulatedOperation.WRITE_GIT).get(0));
        BUILDS.put(
                Build.FAILED,
                rule.buildAndAssertStatus(
                        Result.FAILURE, planted.job(rule.jenkins, PlantedJenkins.HTTPS, "git-user", false)));
        BUILDS.put(
                Build.FAILED_PIPELINE,
                rule.buildAndAssertStatus(
                        Result.FAILURE,
                        sast.pipeline(PlantedJenkins.script(rule.jenkins, PlantedJenkins.HTTPS, "git-user"))));
        sast.simulator().clearFaults();

        HeldFault hang = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.FORCE_SCAN, hang);
        FreeStyleBuild aborted = planted.job(rule.jenkins, PlantedJenkins.HTTPS, "git-user", false)
                .scheduleBuild2(0)
                .waitForStart();
        hang.awaitArrival();
        aborted.doStop();
        BUILDS.put(Build.ABORTED, rule.assertBuildStatus(Result.ABORTED, rule.waitForCompletion(aborted)));

        HeldFault hangAgain = Fault.hang();
        sast.simulator().schedule(SimulatedOperation.FORCE_SCAN, hangAgain);
        WorkflowRun abortedPipeline = sast.pipeline(
                        PlantedJenkins.script(rule.jenkins, PlantedJenkins.HTTPS, "git-token"))
                .scheduleBuild2(0)
                .waitForStart();
        hangAgain.awaitArrival();
        abortedPipeline.doStop();
        BUILDS.put(
                Build.ABORTED_PIPELINE,
                rule.assertBuildStatus(Result.ABORTED, rule.waitForCompletion(abortedPipeline)));
    }

    @AfterAll
    static void end() throws Exception {
        planted.close();
    }

    /** Pages of a build, each with something that it certainly shows. */
    static Stream<Arguments> pagesOfBuilds() {
        return Stream.of(Build.values())
                .flatMap(build -> Stream.of(
                        Arguments.of(build, "", "sast-scan/"),
                        Arguments.of(build, "console", "Submitting to project 42"),
                        Arguments.of(build, "consoleText", "Submitting to project 42"),
                        Arguments.of(build, "api/json?depth=4", "SubmissionsAction"),
                        Arguments.of(build, "sast-scan/", "sast-submission"),
                        Arguments.of(build, "sast-scan/api/json?depth=4", "\"stages\":"),
                        Arguments.of(build, "sast-scan/api/xml?depth=4", "<scanForced>"),
                        Arguments.of(build, "../", "sast-trend"),
                        Arguments.of(build, "../api/json?depth=4", "SubmissionsAction"),
                        Arguments.of(build, "../configure", "credentialsId"),
                        Arguments.of(build, "../config.xml", "credentialsId")));
    }

    @ParameterizedTest
    @MethodSource("pagesOfBuilds")
    void no_secret_is_on_a_page_of_a_build_or_its_job(Build build, String page, String shown) throws Exception {
        String job = BUILDS.get(build).getParent().getUrl();

        look(
                page.startsWith("../")
                        ? job + page.substring(3)
                        : BUILDS.get(build).getUrl() + page,
                shown);
    }

    @ParameterizedTest
    @CsvSource({
        "manage/configure, SAST servers",
        "pipeline-syntax/, sastScan",
        "api/json?depth=4, SubmissionsAction",
        "api/xml?depth=4, SubmissionsAction",
    })
    void no_secret_is_on_a_page_of_jenkins(String page, String shown) throws Exception {
        look(page, shown);
    }

    static Stream<Arguments> help() {
        return Stream.of(
                Arguments.of(OAuthAuthentication.class, "clientSecretId"),
                Arguments.of(OAuthAuthentication.class, "userCredentialsId"),
                Arguments.of(AccessTokenAuthentication.class, "credentialsId"),
                Arguments.of(GitSettings.class, "credentialsId"));
    }

    @ParameterizedTest
    @MethodSource("help")
    void no_secret_is_in_help(Class<?> type, String field) throws Exception {
        String page = "descriptorByName/" + type.getName() + "/help/" + field;

        look(page, "<div>");
    }

    private static void look(String path, String shown) throws Exception {
        try (JenkinsRule.WebClient client = Browsers.open(jenkins)) {
            client.setJavaScriptEnabled(false);
            WebResponse answer = client.loadWebResponse(
                    new WebRequest(URI.create(client.getContextPath() + path).toURL()));

            assertThat(answer.getStatusCode()).as(path).isEqualTo(200);
            byte[] content = answer.getContentAsStream().readAllBytes();
            assertThat(new String(content, StandardCharsets.UTF_8)).as(path).contains(shown);
            assertThat(PLANTED.in(content)).as(path).isEmpty();
        }
    }
}
