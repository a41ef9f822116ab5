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
    private final boolean heap;

    private Contest(Path temporary, int warmUps, int rounds, boolean heap) {
        this.temporary = temporary;
        this.warmUps = warmUps;
        this.rounds = rounds;
        this.heap = heap;
    }

    /** @param warmUps runs of each that do not count, for the JVM to compile; a program of the command line needs but one */
    Contest(Path temporary, int warmUps, int rounds) {
        this(temporary, warmUps, rounds, true);
    }

    /** One run of each, without a warm-up, which is watched: for what takes minutes. */
    static Contest once(Path temporary) {
        return new Contest(temporary, 0, 0, true);
    }

    /** The same, and no further turn in which heap and temporary files are watched. */
    Contest withoutHeap() {
        return new Contest(temporary, warmUps, rounds, false);
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
                    if (round < -1 && entrant.command()) {
                        continue;
                    }
                    Figures run = contenders.get(entrant).run();
                    if (round >= 0) {
                        figures.get(entrant).add(run);
                    }
                }
            }
            for (Entrant entrant : entrants) {
                medians.put(entrant.label(), summary(contenders.get(entrant), figures.get(entrant)));
            }
        } finally {
            for (Contender contender : contenders.values()) {
                contender.close();
            }
        }
        return new Results(title, medians);
    }

    private Figures summary(Contender contender, List<Figures> runs) throws IOException {
        if (!heap) {
            return Figures.median(runs);
        }
        Figures watched = contender.runWatched();
        return runs.isEmpty() ? watched : Figures.median(runs).watched(watched.heapBytes(), watched.diskBytes());
    }
}
