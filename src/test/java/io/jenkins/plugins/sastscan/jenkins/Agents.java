package io.jenkins.plugins.sastscan.jenkins;

import hudson.FilePath;
import hudson.model.Slave;
import hudson.plugins.git.GitTool;
import hudson.remoting.VirtualChannel;
import hudson.slaves.WorkspaceList;
import hudson.tools.ToolLocationNodeProperty;
import io.jenkins.plugins.sastscan.client.Upload;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jenkins.model.Jenkins;
import jenkins.security.MasterToSlaveCallable;

/** Inspects and kills the processes of agents. */
public final class Agents {
    private Agents() {}

    public static boolean runs(VirtualChannel channel, Class<?> code) throws IOException, InterruptedException {
        return channel.call(new Running(code.getName()));
    }

    /** Whether the agent is uploading. */
    public static boolean uploads(VirtualChannel channel) throws IOException, InterruptedException {
        return channel.call(new Running(Upload.class.getPackageName() + ".http.JdkExchange"));
    }

    public static void kill(Slave agent) throws IOException {
        agent.getChannel().callAsync(new Crash());
    }

    /**
     * Waits until no temporary file of this plugin is left. After a cancellation, the agent can still be deleting files
     * when the build ends.
     */
    public static void awaitNoLeftovers(FilePath workspace) throws IOException, InterruptedException {
        while (!leftovers(workspace).isEmpty()) {
            Thread.sleep(50);
        }
    }

    public static void setGitTool(Slave agent, Path program) throws IOException {
        var tools = Jenkins.get().getDescriptorByType(GitTool.DescriptorImpl.class);
        var location = new ToolLocationNodeProperty.ToolLocation(tools, GitTool.DEFAULT, program.toString());
        agent.setNodeProperties(List.of(new ToolLocationNodeProperty(location)));
    }

    /**
     * Creates a sparse file that uses no disk space, but takes minutes to compress. The directory must be on this
     * machine.
     */
    public static void makeEndlessFile(FilePath directory) throws IOException, InterruptedException {
        resizeEndlessFile(directory, 1L << 40);
    }

    public static void cutEndlessFile(FilePath directory) throws IOException, InterruptedException {
        resizeEndlessFile(directory, 0);
    }

    private static void resizeEndlessFile(FilePath directory, long size) throws IOException, InterruptedException {
        directory.mkdirs();
        try (RandomAccessFile file =
                new RandomAccessFile(directory.child("endless").getRemote(), "rw")) {
            file.setLength(size);
        }
    }

    /** Waits until archiving has begun: the archive exists but is not complete. */
    public static void awaitArchive(FilePath workspace) throws IOException, InterruptedException {
        while (leftovers(workspace).stream().noneMatch(name -> name.endsWith(".zip"))) {
            Thread.sleep(50);
        }
    }

    /** The files of this plugin in the temporary folder of a workspace. */
    public static List<String> leftovers(FilePath workspace) throws IOException, InterruptedException {
        FilePath temporary = temporary(workspace);
        List<String> names = new ArrayList<>();
        if (temporary.exists()) {
            for (FilePath own : temporary.listDirectories()) {
                if (own.getName().startsWith("sast-scan-")) {
                    names.add(own.getName());
                    own.list().forEach(file -> names.add(file.getName()));
                }
            }
        }
        return names;
    }

    /** Makes the files of killed submissions so old that the next submission deletes them. */
    public static void ageLeftovers(FilePath workspace) throws IOException, InterruptedException {
        for (FilePath own : temporary(workspace).listDirectories()) {
            own.touch(System.currentTimeMillis() - TimeUnit.HOURS.toMillis(25));
        }
    }

    public static FilePath temporary(FilePath workspace) {
        return WorkspaceList.tempDir(workspace);
    }

    private static final class Running extends MasterToSlaveCallable<Boolean, RuntimeException> {
        private static final long serialVersionUID = 1;
        private final String className;

        Running(String className) {
            this.className = className;
        }

        @Override
        public Boolean call() {
            return Thread.getAllStackTraces().values().stream()
                    .flatMap(Arrays::stream)
                    .anyMatch(frame -> frame.getClassName().equals(className));
        }
    }

    private static final class Crash extends MasterToSlaveCallable<Void, RuntimeException> {
        private static final long serialVersionUID = 1;

        @Override
        public Void call() {
            Runtime.getRuntime().halt(1);
            return null;
        }
    }
}
