package io.jenkins.plugins.sastscan.submission;

import io.jenkins.plugins.sastscan.simulator.Dialect;
import io.jenkins.plugins.sastscan.simulator.Simulator;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.apache.commons.io.FileUtils;

class SubmissionHistoriesTest {
    private static final int STEPS = 150;

    @Property(tries = 15, edgeCases = EdgeCasesMode.NONE)
    void older_builds_never_replace_newer_sources(@ForAll long seed) throws Exception {
        assertHolds(seed);
    }

    @Tag("slow")
    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    void older_builds_never_replace_newer_sources_in_500_random_sequences_of_submissions(@ForAll long seed)
            throws Exception {
        assertHolds(seed);
    }

    private static void assertHolds(long seed) throws Exception {
        Path homes = Files.createTempDirectory("sast-histories");
        try (Simulator simulator = Simulator.start(Dialect.CONTRACT)) {
            RandomHistory history = new RandomHistory(seed, simulator, homes);
            for (int i = 0; i < STEPS; i++) {
                history.step();
            }
            history.finish();
        } finally {
            FileUtils.deleteDirectory(homes.toFile());
        }
    }
}
