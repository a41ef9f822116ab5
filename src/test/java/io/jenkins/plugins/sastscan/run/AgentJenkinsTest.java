package io.jenkins.plugins.sastscan.run;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.FilePath;
import hudson.model.FreeStyleBuild;
import hudson.model.FreeStyleProject;
import hudson.model.Result;
import hudson.model.Run;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.SastServer;
import io.jenkins.plugins.sastscan.config.UploadFrom;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.WithSast;
import io.jenkins.plugins.sastscan.jenkins.Zips;
import io.jenkins.plugins.sastscan.service.UploadAttempt;
import io.jenkins.plugins.sastscan.simulator.Fault;
import io.jenkins.plugins.sastscan.simulator.HeldFault;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.jvnet.hudson.test.JenkinsRule;

/** Builds on agents that are processes of their own, with the JEP-200 class filter between them and the controller. */
@WithSast
class AgentJenkinsTest {
    private static final Map<String, String> FILES = Map.of("src/Main.java", "class Main {}", "README", "read me");

    private static JenkinsRule jenkins;
    private SastJenkins sast;

    @BeforeAll
    static void start(JenkinsRule rule) throws Exception {
        jenkins.jenkins.setNumExecutors(0);
    }

    @ParameterizedTest
    @EnumSource(UploadFrom.class)
    void a_workspace_that_only_the_agent_has_is_submitted(UploadFrom from) throws Exception {
        configure(from);
        DumbSlave agent = jenkins.createOnlineSlave();
        HeldFault answerLater = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, answerLater);

        FreeStyleBuild build = sast.freestyle(agent, FILES).scheduleBuild2(0).waitForStart();
        answerLater.awaitArrival();
        boolean agentUploads = Agents.uploads(agent.getChannel());
        boolean controllerUploads = Agents.runs(FilePath.localChannel, ControllerUploader.class);
        answerLater.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));

        assertThat(agentUploads).isEqualTo(from != UploadFrom.CONTROLLER);
        assertThat(controllerUploads).isEqualTo(from == UploadFrom.CONTROLLER);
        assertThat(Zips.received(sast.project())).isEqualTo(FILES);
        assertThat(sast.project().forceScans()).isEqualTo(1);
        assertThat(Agents.leftovers(build.getWorkspace())).isEmpty();
        assertThat(Logs.ofSteps(build)).hasSizeLessThanOrEqualTo(12).noneMatch(line -> line.contains("Exception"));
        jenkins.jenkins.removeNode(agent);
    }

    /** Pipelines buffer what an agent logs for a second and longer. */
    @Test
    void a_dry_run_in_a_pipeline_logs_its_list_before_the_next_step() throws Exception {
        DumbSlave agent = jenkins.createOnlineSlave();

        Run<?, ?> run = sast.build("node('" + agent.getNodeName() + "') { writeFile file: 'a', text: 'A'; sastScan"
                + " server: 'main', projectId: '42', dryRun: true; echo 'the next step' }");

        assertThat(Logs.ofSteps(run))
                .containsSubsequence(
                        "Dry run for project 42 of SAST server main: nothing is uploaded",
                        "              1  a",
                        "Would upload 1 file, 1 B.",
                        "the next step");
        jenkins.jenkins.removeNode(agent);
    }

    @Test
    void several_agents_submit_at_once() throws Exception {
        DumbSlave one = jenkins.createOnlineSlave();
        DumbSlave two = jenkins.createOnlineSlave();
        sast.simulator().addProject(43);

        sast.build("parallel " + branch("one", one, 42) + ", " + branch("two", two, 43));

        assertThat(Zips.received(sast.project())).isEqualTo(Map.of("file", "one"));
        assertThat(Zips.received(sast.simulator().project(43))).isEqualTo(Map.of("file", "two"));
        jenkins.jenkins.removeNode(one);
        jenkins.jenkins.removeNode(two);
    }

    @Test
    void leftovers_of_a_dead_predecessor_are_removed_before_archiving() throws Exception {
        DumbSlave agent = jenkins.createOnlineSlave();
        FreeStyleProject job = sast.freestyle(agent, FILES);
        FilePath workspace = jenkins.buildAndAssertSuccess(job).getWorkspace();
        FilePath temporary = Agents.temporary(workspace);
        temporary.child("sast-scan-0123-left.zip").write("left", "UTF-8");
        temporary.child("of-somebody-else").write("stays", "UTF-8");

        jenkins.buildAndAssertSuccess(job);

        assertThat(temporary.list()).extracting(FilePath::getName).containsExactly("of-somebody-else");
        jenkins.jenkins.removeNode(agent);
    }

    @Test
    void archives_on_an_agent_are_for_its_user_alone() throws Exception {
        DumbSlave agent = jenkins.createOnlineSlave();
        HeldFault answerLater = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, answerLater);

        FreeStyleBuild build = sast.freestyle(agent, FILES).scheduleBuild2(0).waitForStart();
        answerLater.awaitArrival();
        FilePath folder = Agents.temporary(build.getWorkspace());
        int modeOfFolder = folder.mode();
        List<Integer> modesOfFiles = new ArrayList<>();
        for (FilePath file : folder.list()) {
            modesOfFiles.add(file.mode() & 0777);
        }
        answerLater.release();
        jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));

        assertThat(modeOfFolder & 0777).isEqualTo(0700);
        assertThat(modesOfFiles).containsOnly(0600);
        jenkins.jenkins.removeNode(agent);
    }

    @Test
    void a_copy_that_a_killed_controller_left_goes_and_one_in_use_stays(@TempDir Path folder) throws Exception {
        configure(UploadFrom.CONTROLLER);
        DumbSlave one = jenkins.createOnlineSlave();
        DumbSlave two = jenkins.createOnlineSlave();
        HeldFault answerLater = Fault.delay();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, answerLater);
        String usual = System.setProperty("java.io.tmpdir", folder.toString());
        try {
            FreeStyleBuild build = sast.freestyle(one, FILES).scheduleBuild2(0).waitForStart();
            answerLater.awaitArrival();
            assertThat(folder.toFile().list()).hasSize(1);
            String used = folder.toFile().list()[0];
            assertThat(Files.getPosixFilePermissions(folder.resolve(used)))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------"));
            Files.createFile(folder.resolve(used.replaceFirst("-[0-9a-f]{32}-", "-killed-")));
            Path ofAnotherController = Files.createFile(folder.resolve("sast-scan-" + new UUID(0, 0) + "-1-1.zip"));
            jenkins.buildAndAssertSuccess(sast.freestyle(two, FILES));

            assertThat(folder.toFile().list())
                    .containsExactlyInAnyOrder(
                            used, ofAnotherController.getFileName().toString());
            answerLater.release();
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build));
            assertThat(folder.toFile().listFiles()).containsExactly(ofAnotherController.toFile());
        } finally {
            System.setProperty("java.io.tmpdir", usual);
        }
        jenkins.jenkins.removeNode(one);
        jenkins.jenkins.removeNode(two);
    }

    @ParameterizedTest
    @EnumSource(UploadFrom.class)
    void a_refused_upload_is_told_as_clearly_as_from_the_controller(UploadFrom from) throws Exception {
        configure(from);
        DumbSlave agent = jenkins.createOnlineSlave();
        sast.simulator().schedule(SimulatedOperation.UPLOAD, Fault.answer(403));

        Run<?, ?> run = jenkins.buildAndAssertStatus(Result.FAILURE, sast.freestyle(agent, FILES));

        assertThat(Logs.ofSteps(run))
                .noneMatch(line -> line.startsWith("\tat ") || line.contains("Exception"))
                .filteredOn(line -> line.startsWith("ERROR: "))
                .singleElement()
                .asString()
                .startsWith("ERROR: SAST: ")
                .contains("403");
        assertThat(Agents.leftovers(jenkins.jenkins
                        .getItemByFullName(run.getParent().getFullName(), FreeStyleProject.class)
                        .getLastBuild()
                        .getWorkspace()))
                .isEmpty();
        jenkins.jenkins.removeNode(agent);
    }

    @Test
    void nothing_but_plain_values_is_in_the_fields_of_what_goes_to_an_agent() throws Exception {
        Set<String> types = new TreeSet<>();
        for (Class<?> callable : AgentUploader.class.getDeclaredClasses()) {
            types.addAll(CallableFields.of(callable));
        }
        types.addAll(CallableFields.of(LoggedWork.class));
        types.addAll(CallableFields.of(Class.forName(UploadAttempt.class.getPackageName() + ".http.SocketAttempt")));
        types.addAll(CallableFields.of(ArchiveCallable.class));
        types.addAll(CallableFields.of(ListCallable.class));

        assertThat(types)
                .noneMatch(type -> type.startsWith("okhttp3.")
                        || type.startsWith("com.fasterxml.")
                        || type.startsWith("com.cloudbees.")
                        || type.contains("OAuth")
                        || type.contains("GitAuthentication")
                        || type.contains("SastServer"))
                .filteredOn(type -> type.startsWith("hudson.") || type.startsWith("jenkins."))
                .isEmpty();
    }

    private void configure(UploadFrom from) {
        SastServer server = sast.server(SastJenkins.SERVER);
        server.setUploadFrom(from);
        sast.configure(server);
    }

    private static String branch(String name, DumbSlave agent, long project) {
        return name + ": { node('" + agent.getNodeName() + "') { writeFile file: 'file', text: '" + name
                + "'; sastScan server: 'main', projectId: " + project + " } }";
    }

    /** What a value is made of, as far as its own fields go. */
    private static final class CallableFields {
        private final Set<String> seen = new TreeSet<>();

        static Set<String> of(Class<?> type) {
            CallableFields fields = new CallableFields();
            fields.collect(type);
            return fields.seen;
        }

        private void collect(Class<?> type) {
            for (Field field : type.getDeclaredFields()) {
                Class<?> of = field.getType();
                boolean kept = !Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers());
                if (kept
                        && !of.isPrimitive()
                        && seen.add(of.getName())
                        && of.getName().contains(".sastscan.")) {
                    collect(of);
                    if (of.isSealed()) {
                        for (Class<?> kind : of.getPermittedSubclasses()) {
                            collect(kind);
                        }
                    }
                }
            }
        }
    }
}
