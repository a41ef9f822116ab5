package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures contenders in turns, so that what else the machine does meets all of them, and takes medians. */
final class Contest {
    private final Path temporary;
    private final int warmUps;
    private final int rounds;

    /** @param warmUps runs of each that do not count, for the JVM to compile */
    Contest(Path temporary, int warmUps, int rounds) {
        this.temporary = temporary;
        this.warmUps = warmUps;
        this.rounds = rounds;
    }

    Results hold(String title, List<Entrant> entrants) throws IOException {
        System.err.println("Measuring: " + title);
        Map<Entrant, Contender> contenders = new LinkedHashMap<>();
        Map<Entrant, List<Figures>> figures = new LinkedHashMap<>();
        Map<String, Figures> medians = new LinkedHashMap<>();
        try {
            for (Entrant entrant : entrants) {
                contenders.put(entrant, entrant.start(temporary));
                figures.put(entrant, new ArrayList<>());
            }
            for (int round = -warmUps; round < rounds; round++) {
                for (Entrant entrant : entrants) {
                    Figures run = contenders.get(entrant).run();
                    if (round >= 0) {
                        figures.get(entrant).add(run);
                    }
                }
            }
            for (Entrant entrant : entrants) {
                Figures median = Figures.median(figures.get(entrant));
                long heap = contenders.get(entrant).runWatched().heapBytes();
                medians.put(entrant.label(), median.withHeap(heap));
            }
        } finally {
            for (Contender contender : contenders.values()) {
                contender.close();
            }
        }
        return new Results(title, medians);
    }
}
