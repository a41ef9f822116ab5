package io.jenkins.plugins.sastscan.jenkins.agent;

import hudson.model.Node;
import hudson.model.TaskListener;
import hudson.remoting.Channel;
import hudson.remoting.Launcher;
import hudson.remoting.Which;
import hudson.slaves.ComputerLauncher;
import hudson.slaves.DumbSlave;
import hudson.slaves.RetentionStrategy;
import hudson.slaves.SlaveComputer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jenkins.model.Jenkins;
import org.apache.commons.io.output.TeeOutputStream;

/**
 * An agent with its own Java process. All data that the controller sends to the agent is also written to a file.
 * {@code KilledController} adds this package to its controller as a plugin. Therefore, the classes of this package use
 * no other test classes.
 */
public final class OwnAgent extends ComputerLauncher {
    private final String directory;
    private final ArrayList<String> jvmArguments;

    private OwnAgent(Path directory, List<String> jvmArguments) {
        this.directory = directory.toString();
        this.jvmArguments = new ArrayList<>(jvmArguments);
    }

    /**
     * Starts an agent and waits until it is online.
     *
     * @param directory the directory for all files of the agent, including temporary files. The agent's name contains
     *     the name of this directory, so no two agents of a Jenkins may have directories of the same name
     */
    public static DumbSlave start(Path directory, int executors, String... jvmArguments) throws Exception {
        Files.createDirectories(directory.resolve("tmp"));
        Files.createDirectories(directory.resolve("root"));
        DumbSlave agent = new DumbSlave(
                "own-" + directory.getFileName(),
                directory.resolve("root").toString(),
                new OwnAgent(directory, List.of(jvmArguments)));
        agent.setNumExecutors(executors);
        agent.setMode(Node.Mode.EXCLUSIVE);
        agent.setRetentionStrategy(RetentionStrategy.NOOP);
        Jenkins.get().addNode(agent);
        agent.toComputer().connect(false).get();
        return agent;
    }

    /** The data that the agent in this directory has received from the controller. */
    public static Path received(Path directory) {
        return directory.resolve("received");
    }

    @Override
    public void launch(SlaveComputer computer, TaskListener listener) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments);
        command.add("-Djava.io.tmpdir=" + Path.of(directory, "tmp"));
        command.add("-jar");
        command.add(Which.jarFile(Launcher.class).toString());
        Process process = new ProcessBuilder(command)
                .redirectError(Path.of(directory, "stderr").toFile())
                .start();
        computer.setChannel(
                process.getInputStream(),
                new TeeOutputStream(process.getOutputStream(), Files.newOutputStream(received(Path.of(directory)))),
                listener.getLogger(),
                new Channel.Listener() {
                    @Override
                    public void onClosed(Channel channel, IOException cause) {
                        process.destroyForcibly();
                    }
                });
    }
}
