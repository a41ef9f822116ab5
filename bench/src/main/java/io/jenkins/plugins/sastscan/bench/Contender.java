package io.jenkins.plugins.sastscan.bench;

import java.io.IOException;

/** One of those who do the same, to be measured in turns. */
interface Contender extends AutoCloseable {
    Figures run() throws IOException;

    /** As {@link #run}, slower, with the heap's growth and that of temporary files. */
    Figures runWatched() throws IOException;

    @Override
    void close() throws IOException;
}
