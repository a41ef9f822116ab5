package io.jenkins.plugins.sastscan.bench;

/** Something to be measured, as often as wanted. */
interface Task {
    /** Does it, and gives the bytes or files that came of it. */
    long run() throws Exception;
}
