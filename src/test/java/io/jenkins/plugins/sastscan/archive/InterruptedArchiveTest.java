package io.jenkins.plugins.sastscan.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An archive that nobody wants any more. */
@Timeout(60)
class InterruptedArchiveTest extends DisturbedArchive {
    @Test
    void an_interrupt_before_the_start_stops_it() throws Exception {
        // Read first of all, so that the interrupt meets it.
        Files.writeString(root.resolve(".sastignore"), "docs/**");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> archive(FileOpener::noLink)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void an_interrupt_between_files_or_at_the_end_stops_it(long after) throws Exception {
        Files.write(file, ArchiveTests.noise(LARGE));
        assertThatThrownBy(() -> new DirectoryArchiver(ArchiveOptions.defaults())
                        .archive(root, ArchiveTests.ALL, target, (files, bytes) -> {
                            if (files == after) {
                                Thread.currentThread().interrupt();
                            }
                        }))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {SMALL, LARGE})
    void an_interrupt_stops_it_while_a_file_does_not_answer(int size) throws Exception {
        Files.write(file, ArchiveTests.text(size));
        CountDownLatch reading = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread archiving = new Thread(() -> {
            try {
                archive(path -> {
                    SeekableByteChannel channel = FileOpener.noLink(path);
                    return path.endsWith("m") ? new Stuck(channel, reading) : channel;
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

    /** A file on a disk that does not answer. */
    private static final class Stuck extends ChannelDelegate {
        private final CountDownLatch reading;

        Stuck(SeekableByteChannel channel, CountDownLatch reading) {
            super(channel);
            this.reading = reading;
        }

        @Override
        public int read(ByteBuffer bytes) throws IOException {
            reading.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return super.read(bytes);
        }
    }
}
