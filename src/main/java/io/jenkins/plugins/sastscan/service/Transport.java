package io.jenkins.plugins.sastscan.service;

/** Makes single attempts of calls. */
@FunctionalInterface
interface Transport {
    /**
     * Makes an attempt, until it has come to something, the deadline is over or the thread is interrupted.
     *
     * @param number 0 for the first attempt of a call
     */
    Outcome attempt(PreparedCall call, int number, Deadline deadline) throws InterruptedException;
}
