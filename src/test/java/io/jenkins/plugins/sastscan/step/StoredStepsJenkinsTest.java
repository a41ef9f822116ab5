package io.jenkins.plugins.sastscan.step;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleProject;
import hudson.model.Items;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jenkinsci.plugins.structs.describable.DescribableModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.jvnet.hudson.test.JenkinsRule;

/** A {@code config.xml}, for example from the REST API, can omit values that equal the defaults in the form. */
@WithSast
class StoredStepsJenkinsTest {
    private static JenkinsRule jenkins;

    private SastJenkins sast;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<onWarnings>SOMETIMES</onWarnings>",
                "<upload>true</upload>",
                "<source/>",
                "<source><files>ALL</files></source>"
            })
    void a_step_value_that_is_missing_from_the_xml_gets_the_default_of_the_form(String parameters) {
        SastSubmitBuilder read = read("<projectId>42</projectId>" + parameters);

        assertThat(values(read)).isEqualTo(values(SastJenkins.builder("", "42")));
        assertThat(values(Items.XSTREAM2.fromXML(Items.XSTREAM2.toXML(read)))).isEqualTo(values(read));
    }

    @Test
    void empty_git_settings_in_the_xml_have_the_defaults_of_the_form() {
        SastSubmitBuilder read = read("<git/>");

        assertThat(values(read.git)).isEqualTo(values(new GitSettings()));
        assertThat(read.git.url).isEmpty();
        assertThat(values(Items.XSTREAM2.fromXML(Items.XSTREAM2.toXML(read)))).isEqualTo(values(read));
    }

    @Test
    void a_job_that_the_rest_api_creates_has_the_same_defaults_as_the_form() throws Exception {
        String xml = "<project><builders>" + xml("<projectId>42</projectId><forceScan>false</forceScan><source/>")
                + "</builders></project>";
        FreeStyleProject job = (FreeStyleProject) jenkins.jenkins.createProjectFromXML(
                "stored", new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        FilePath workspace = Objects.requireNonNull(jenkins.jenkins.getWorkspaceFor(job));
        workspace.child("a").write("A", "UTF-8");
        workspace.child("b~").write("B", "UTF-8");

        jenkins.buildAndAssertSuccess(job);

        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("a", "A"));
        assertThat(sast.project().forceScans()).isZero();
    }

    private static Map<String, Object> values(Object step) {
        return DescribableModel.uninstantiate2_(step).toMap();
    }

    private static SastSubmitBuilder read(String parameters) {
        return (SastSubmitBuilder) Items.XSTREAM2.fromXML(xml(parameters));
    }

    private static String xml(String parameters) {
        String type = SastSubmitBuilder.class.getName();
        return "<" + type + ">" + parameters + "</" + type + ">";
    }
}
