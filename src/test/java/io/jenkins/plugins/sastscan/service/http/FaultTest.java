package io.jenkins.plugins.sastscan.service.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.service.SentFrom;
import io.jenkins.plugins.sastscan.service.ServiceException;
import io.jenkins.plugins.sastscan.service.TestArchive;
import io.jenkins.plugins.sastscan.service.http.FaultCase.End;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each operation, and the token endpoint, with everything that may go wrong on the way: how it ends and when, what is said,
 * how often is asked, and that nothing is left.
 */
@Timeout(60)
class FaultTest {
    private static final Duration BOUND = Duration.ofSeconds(20);

    @TempDir
    static Path directory;

    private static Path storage;
    private static Path archive;

    @BeforeAll
    static void archive() throws IOException {
        archive = TestArchive.in(directory);
        storage = Files.createDirectory(directory.resolve("storage"));
    }

    private static Stream<FaultCase> faults() {
        return Stream.concat(FaultCases.all().stream(), NoWayCases.all().stream());
    }

    /** Each fault in an upload, which has the most to lose, and in one more operation, a different one each time. */
    static Stream<Arguments> faultsOfUploads() {
        Iterator<SimulatedOperation> others = Stream.generate(
                        () -> EnumSet.complementOf(EnumSet.of(SimulatedOperation.UPLOAD)))
                .flatMap(EnumSet::stream)
                .iterator();
        return faults().flatMap(fault -> Stream.of(
                Arguments.of(SimulatedOperation.UPLOAD, SentFrom.CONTROLLER, fault),
                Arguments.of(SimulatedOperation.UPLOAD, SentFrom.AGENT, fault),
                Arguments.of(others.next(), SentFrom.CONTROLLER, fault)));
    }

    static Stream<Arguments> faultsOfOtherOperations() {
        return faults().flatMap(fault -> EnumSet.complementOf(EnumSet.of(SimulatedOperation.UPLOAD)).stream()
                .map(operation -> Arguments.of(operation, SentFrom.CONTROLLER, fault)));
    }

    @ParameterizedTest
    @MethodSource("faultsOfUploads")
    void each_fault_ends_an_upload_as_it_should(SimulatedOperation operation, SentFrom from, FaultCase fault)
            throws Exception {
        assertEnds(operation, from, fault);
    }

    @ParameterizedTest
    @MethodSource("faultsOfOtherOperations")
    @Tag("slow")
    void each_fault_ends_each_operation_as_it_should(SimulatedOperation operation, SentFrom from, FaultCase fault)
            throws Exception {
        assertEnds(operation, from, fault);
    }

    private static void assertEnds(SimulatedOperation operation, SentFrom from, FaultCase fault) throws Exception {
        End expected = fault.expected().apply(operation);
        Leftovers before = Leftovers.now();
        run(operation, from, fault, expected);
        before.assertNoMore();
        assertThat(storage).isEmptyDirectory();
    }

    private static void run(SimulatedOperation operation, SentFrom from, FaultCase fault, End expected)
            throws Exception {
        try (FaultScene scene = fault.scenery().open(operation, storage)) {
            scene.sendFrom(from);
            long start = System.nanoTime();
            Exception failure = failure(scene, operation);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
            assertThat(scene.connections()).isZero();
            assertThat(scene.waits()).isEqualTo(expected.waits());
            if (operation != SimulatedOperation.TOKEN && scene.asksForTokens()) {
                assertThat(scene.asked(SimulatedOperation.TOKEN, expected.tokens()))
                        .isEqualTo(expected.tokens());
            }
            if (expected.reason() == null) {
                assertThat(failure).isNull();
            } else {
                assertThat(failure).isInstanceOf(ServiceException.class);
                assertTellsWell((ServiceException) failure, operation, scene, expected);
            }
            int asked = scene.asked(operation, expected.asked());
            if (expected.asked() == FaultCase.AT_MOST_ONCE) {
                assertThat(asked).isBetween(0, 1);
            } else {
                assertThat(asked).isEqualTo(expected.asked());
            }
        }
    }

    private static Exception failure(FaultScene scene, SimulatedOperation operation) {
        try {
            scene.call(operation, archive);
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    private static void assertTellsWell(
            ServiceException failure, SimulatedOperation operation, FaultScene scene, End expected) {
        assertThat(failure.getMessage())
                .contains(expected.says())
                .contains(" failed (" + operation.method() + " " + scene.url())
                .endsWith(".")
                .doesNotContain("PLANTED", "client secret & more", "?", "\n");
        assertThat(failure.reason()).isEqualTo(expected.reason());
        assertThat(failure.status()).isEqualTo(expected.status());
        assertThat(failure).hasNoCause();
    }
}
