package io.jenkins.plugins.sastscan.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import hudson.FilePath;
import hudson.remoting.Channel;
import hudson.remoting.ChannelBuilder;
import hudson.remoting.FastPipedInputStream;
import hudson.remoting.FastPipedOutputStream;
import io.jenkins.plugins.sastscan.archive.DirectoryArchiver;
import io.jenkins.plugins.sastscan.archive.Selection;
import io.jenkins.plugins.sastscan.archive.SizeLimit;
import io.jenkins.plugins.sastscan.archive.Source;
import io.jenkins.plugins.sastscan.jenkins.Agents;
import java.io.File;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agent work in a process that, like an inbound agent, keeps running after the channel closes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RemoteWorkJenkinsTest {
    /** Static, so that the deserialized work can use it. The work runs in this process, not on an agent. */
    private static final CountDownLatch STARTED = new CountDownLatch(1);

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final CountDownLatch LOST = new CountDownLatch(1);
    private static final CountDownLatch OPEN = new CountDownLatch(1);
    private static final CountDownLatch WORKED = new CountDownLatch(1);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ThreadPoolExecutor threadsOfAgent = (ThreadPoolExecutor) Executors.newCachedThreadPool();
    private Channel agent;
    private FilePath workspace;

    @TempDir
    private Path directory;

    @BeforeEach
    void connect() throws Exception {
        FastPipedInputStream toAgent = new FastPipedInputStream();
        FastPipedInputStream toController = new FastPipedInputStream();
        FastPipedOutputStream fromController = new FastPipedOutputStream(toAgent);
        FastPipedOutputStream fromAgent = new FastPipedOutputStream(toController);
        Future<Channel> there = threads.submit(() -> new ChannelBuilder("controller", threadsOfAgent)
                .withMode(Channel.Mode.BINARY)
                .build(toAgent, fromAgent));
        agent = new ChannelBuilder("agent", threads)
                .withMode(Channel.Mode.BINARY)
                .build(toController, fromController);
        there.get();
        workspace = new FilePath(agent, directory.resolve("workspace").toString());
    }

    @AfterEach
    void end() throws Exception {
        agent.close();
        threads.shutdownNow();
        threadsOfAgent.shutdownNow();
    }

    @Test
    void closing_the_channel_ends_archiving_and_deletes_the_temporary_files() throws Exception {
        FilePath local = new FilePath(new File(workspace.getRemote()));
        Agents.makeEndlessFile(local);
        Future<?> build = threads.submit(() -> work(new AgentArchiver.Archiving(
                new Source.Files("", new Selection(List.of(), List.of(), true, true), false),
                BuildContext.boundary(workspace.getRemote(), List.of()),
                Agents.temporary(local).getRemote(),
                new SizeLimit(Long.MAX_VALUE, false))));
        Agents.awaitArchive(local);

        agent.close();

        assertThatThrownBy(build::get).hasCauseInstanceOf(Failures.AgentException.class);
        Agents.awaitNoLeftovers(local);
        while (Agents.runs(FilePath.localChannel, DirectoryArchiver.class)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aborted_work_does_not_start_even_if_deserialization_loses_the_interrupt() throws Exception {
        CountDownLatch aborted = new CountDownLatch(1);
        Future<?> build = threads.submit(() -> {
            try {
                return work(new LosesInterruptDuringDeserialization());
            } finally {
                aborted.countDown();
            }
        });
        STARTED.await();

        build.cancel(true);
        aborted.await();
        LOST.await();
        OPEN.countDown();

        while (threadsOfAgent.getActiveCount() > 0) {
            Thread.onSpinWait();
        }
        assertThat(WORKED.getCount()).isOne();
    }

    private <T> T work(RemoteWork.Task<T> task) throws Exception {
        return RemoteWork.run(workspace, lines -> {}, LIMIT, task);
    }

    /**
     * Loses the interrupt that arrives while remoting reads this object. Remoting's class loader can lose interrupts in
     * the same way.
     */
    private static final class LosesInterruptDuringDeserialization implements RemoteWork.Task<Void> {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            STARTED.countDown();
            boolean open = false;
            while (!open) {
                try {
                    OPEN.await();
                    open = true;
                } catch (InterruptedException e) {
                    LOST.countDown();
                }
            }
        }

        @Override
        public Void run(RemoteWork.Work work) {
            WORKED.countDown();
            return null;
        }
    }
}
