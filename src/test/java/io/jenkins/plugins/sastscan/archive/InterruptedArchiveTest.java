package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.channels.SeekableByteChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class InterruptedArchiveTest extends ArchiveFixture {
    private static final int LARGE = 3_000_000;

    @BeforeEach
    void files() throws Exception {
        write("a", "before");
        write("z", "after");
    }

    @Test
    void an_interrupt_before_the_start_stops_it() throws Exception {
        // Read first of all, so that the interrupt meets it.
        write(".sastignore", "docs/**");
        Thread.currentThread().interrupt();
        assertInterrupted(() -> archive());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 15})
    void an_interrupt_between_blocks_or_at_the_end_stops_it(int after) throws Exception {
        write("m", ArchiveTests.noise(LARGE));
        AtomicInteger calls = new AtomicInteger();
        assertInterrupted(() -> archive(bytes -> {
            if (calls.incrementAndGet() == after) {
                Thread.currentThread().interrupt();
            }
        }));
        assertThat(calls.get()).isGreaterThanOrEqualTo(after);
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, LARGE})
    void an_interrupt_stops_it_while_a_file_does_not_answer(int size) throws Exception {
        write("m", ArchiveTests.text(size));
        CountDownLatch reading = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread archiving = new Thread(() -> {
            try {
                archive(2, path -> {
                    SeekableByteChannel channel = SourceFile.openNoLink(path);
                    return path.endsWith("m") ? stuck(channel, reading) : channel;
                });
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        archiving.start();
        reading.await();
        archiving.interrupt();
        archiving.join(10_000);
        assertThat(archiving.isAlive()).isFalse();
        assertThat(failure.get()).isInstanceOf(InterruptedException.class);
        assertNothingIsLeft();
    }

    private interface Archiving {
        void run() throws Exception;
    }

    private void assertInterrupted(Archiving archiving) throws Exception {
        assertThatThrownBy(archiving::run).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertNothingIsLeft();
    }

    /** A file on a disk that does not answer. */
    private static SeekableByteChannel stuck(SeekableByteChannel channel, CountDownLatch reading) {
        return (SeekableByteChannel) Proxy.newProxyInstance(
                SeekableByteChannel.class.getClassLoader(),
                new Class<?>[] {SeekableByteChannel.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("read")) {
                        reading.countDown();
                        try {
                            new CountDownLatch(1).await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                    try {
                        return method.invoke(channel, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
