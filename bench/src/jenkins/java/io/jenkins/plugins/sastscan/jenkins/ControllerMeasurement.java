package io.jenkins.plugins.sastscan.jenkins;

import hudson.FilePath;
import hudson.model.queue.QueueTaskFuture;
import hudson.slaves.DumbSlave;
import io.jenkins.plugins.sastscan.config.AccessTokenAuthentication;
import io.jenkins.plugins.sastscan.jenkins.agent.OwnAgent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import jenkins.security.MasterToSlaveCallable;
import org.jenkinsci.plugins.workflow.actions.TimingAction;
import org.jenkinsci.plugins.workflow.graphanalysis.DepthFirstScanner;
import org.jenkinsci.plugins.workflow.job.WorkflowJob;
import org.jenkinsci.plugins.workflow.job.WorkflowRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.WithJenkins;

/** Measures a controller while its agents submit. This class is not a test: {@code bin/bench --long} runs it. */
@WithJenkins
class ControllerMeasurement {
    private static final int AGENTS = 8;
    private static final long BYTES_OF_AGENT = 1_000_000_000L;
    private static final int FIRST_BYTES = 15;
    private static final int MANY_AGENTS = 20;
    private static final int BUILDS_OF_AGENT = 10;
    private static final String STEP = "sastSubmit server: 'main', projectId: '42', forceScan: false";

    @TempDir
    private Path folder;

    @Test
    void measureEightAgents(JenkinsRule jenkins) throws Exception {
        String url = System.getProperty("bench.url");
        List<DumbSlave> agents = new ArrayList<>();
        List<WorkflowJob> jobs = new ArrayList<>();
        Path text = text();
        try (SastJenkins sast = SastJenkins.start(jenkins)) {
            sast.configure(sast.server(SastJenkins.SERVER, url, new AccessTokenAuthentication(SastJenkins.TOKEN_ID)));
            for (int i = 0; i < AGENTS; i++) {
                DumbSlave agent = OwnAgent.start(folder.resolve("agent" + i), 1);
                WorkflowJob job = sast.pipeline(Machine.AGENT.script(agent, STEP));
                FilePath workspace = Machine.AGENT.workspace(jenkins, agent, job);
                for (int file = 0; file < 20; file++) {
                    workspace.child("file-" + file).write("a small file\n".repeat(80), "UTF-8");
                }
                agents.add(agent);
                jobs.add(job);
            }
            buildAll(jenkins, jobs);
            firstByte(jenkins, jobs.get(0), url);
            for (int i = 0; i < AGENTS; i++) {
                Path workspace = Path.of(Machine.AGENT
                        .workspace(jenkins, agents.get(i), jobs.get(i))
                        .getRemote());
                Files.createLink(workspace.resolve("text"), text);
            }
            cpu(jenkins, agents, jobs);
            figure(
                    "controller's heap grows by MB",
                    Growth.of(() -> buildAll(jenkins, jobs)).heapMegabytes());
        }
    }

    /** Measures the median time from the start of the step to the first byte of the upload. */
    private void firstByte(JenkinsRule jenkins, WorkflowJob job, String url) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        HttpRequest last =
                HttpRequest.newBuilder(URI.create(url + "/last-upload")).build();
        List<Double> milliseconds = new ArrayList<>();
        for (int i = 0; i < FIRST_BYTES; i++) {
            WorkflowRun run = jenkins.buildAndAssertSuccess(job);
            long sent = Long.parseLong(
                    http.send(last, HttpResponse.BodyHandlers.ofString()).body());
            long begun = TimingAction.getStartTime(new DepthFirstScanner()
                    .findFirstMatch(
                            run.getExecution(),
                            node -> node.getDisplayFunctionName().equals("sastSubmit")));
            milliseconds.add(sent / 1e3 - begun);
        }
        figure(
                "first byte",
                milliseconds.stream().sorted().skip(FIRST_BYTES / 2).findFirst().orElseThrow());
    }

    private void cpu(JenkinsRule jenkins, List<DumbSlave> agents, List<WorkflowJob> jobs) throws Exception {
        long ofAgents = -sum(agents);
        long ofController = -new CpuNanos().call();
        long begun = System.nanoTime();
        buildAll(jenkins, jobs);
        figure("seconds", (System.nanoTime() - begun) / 1e9);
        figure("controller's CPU seconds", (ofController + new CpuNanos().call()) / 1e9);
        figure("agents' CPU seconds", (ofAgents + sum(agents)) / 1e9);
    }

    private static long sum(List<DumbSlave> agents) throws IOException, InterruptedException {
        long sum = 0;
        for (var agent : agents) {
            sum += agent.getChannel().call(new CpuNanos());
        }
        return sum;
    }

    /**
     * Compares pipelines that submit to a slow SAST server with pipelines that only sleep. All pipelines run once
     * before the measurement, so that classes are loaded and caches are filled.
     */
    @Test
    void measureSimultaneousSubmissions(JenkinsRule jenkins) throws Exception {
        try (SastJenkins sast = SastJenkins.start(jenkins)) {
            sast.configure(sast.server(
                    "slow", System.getProperty("bench.slow.url"), new AccessTokenAuthentication(SastJenkins.TOKEN_ID)));
            List<DumbSlave> agents = new ArrayList<>();
            for (int i = 0; i < MANY_AGENTS; i++) {
                agents.add(OwnAgent.start(folder.resolve("many" + i), BUILDS_OF_AGENT));
            }
            List<WorkflowJob> sleeping = pipelines(sast, agents, "sleep 75");
            List<WorkflowJob> submitting =
                    pipelines(sast, agents, "sastSubmit server: 'slow', projectId: '42', forceScan: false");
            buildAll(jenkins, submitting);
            buildAll(jenkins, sleeping);
            Growth plain = Growth.of(() -> buildAll(jenkins, sleeping));
            Growth grown = Growth.of(() -> buildAll(jenkins, submitting));
            List<Long> durations = submitting.stream()
                    .map(job -> job.getLastBuild().getDuration())
                    .sorted()
                    .toList();
            figure("many: submissions", submitting.size());
            figure("many: running at once", grown.submissions());
            figure("many: heap grows by MB", grown.heapMegabytes());
            figure("many: heap grows without submissions by MB", plain.heapMegabytes());
            figure("many: threads", grown.threads());
            figure("many: threads without submissions", plain.threads());
            figure("many: shortest seconds", durations.get(0) / 1e3);
            figure("many: longest seconds", durations.get(durations.size() - 1) / 1e3);
        }
    }

    private static List<WorkflowJob> pipelines(SastJenkins sast, List<DumbSlave> agents, String step) throws Exception {
        List<WorkflowJob> jobs = new ArrayList<>();
        for (DumbSlave agent : agents) {
            for (int i = 0; i < BUILDS_OF_AGENT; i++) {
                WorkflowJob job = sast.pipeline(Machine.AGENT.script(agent, step));
                byte[] incompressible = new byte[100_000];
                new Random(i).nextBytes(incompressible);
                FilePath file = agent.getWorkspaceRoot().child(job.getName()).child("file");
                file.copyFrom(new ByteArrayInputStream(incompressible));
                jobs.add(job);
            }
        }
        return jobs;
    }

    private static void figure(String name, double value) throws IOException {
        Files.writeString(
                Path.of(System.getProperty("bench.figures")),
                name + "\t" + value + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static void buildAll(JenkinsRule jenkins, List<WorkflowJob> jobs) throws Exception {
        List<QueueTaskFuture<WorkflowRun>> builds = new ArrayList<>();
        for (WorkflowJob job : jobs) {
            builds.add(job.scheduleBuild2(0));
        }
        for (QueueTaskFuture<WorkflowRun> build : builds) {
            jenkins.assertBuildStatusSuccess(jenkins.waitForCompletion(build.waitForStart()));
        }
    }

    /** Text in which a few words are frequent and most words are rare. */
    private Path text() throws IOException {
        Random random = new Random(1);
        String[] words = new String[4_000];
        for (int i = 0; i < words.length; i++) {
            words[i] = Long.toString(random.nextLong(1, 1L << 8 + random.nextInt(40)), Character.MAX_RADIX);
        }
        Path file = folder.resolve("text");
        try (var out = Files.newBufferedWriter(file)) {
            for (long written = 0; written < BYTES_OF_AGENT; ) {
                double skew = random.nextDouble();
                String word = words[(int) (words.length * skew * skew * skew)];
                out.write(word);
                out.write(random.nextInt(9) == 0 ? '\n' : ' ');
                written += word.length() + 1;
            }
        }
        return file;
    }

    private static final class CpuNanos extends MasterToSlaveCallable<Long, RuntimeException> {
        private static final long serialVersionUID = 1;

        @Override
        public Long call() {
            return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                    .getProcessCpuTime();
        }
    }
}
