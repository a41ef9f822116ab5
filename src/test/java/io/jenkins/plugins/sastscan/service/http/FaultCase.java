package io.jenkins.plugins.sastscan.service.http;

import io.jenkins.plugins.sastscan.service.ServiceException.Reason;
import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * What goes wrong, and what is expected of it.
 *
 * @param scenery where it goes wrong
 * @param expected how a call of the operation ends
 */
record FaultCase(String name, Scenery scenery, Function<SimulatedOperation, End> expected) {
    static final int AT_MOST_ONCE = -1;

    /** Makes the scene of a case. */
    interface Scenery {
        FaultScene open(SimulatedOperation target, Path directory) throws Exception;
    }

    /**
     * How a call ends.
     *
     * @param reason of its failure; null for none
     * @param asked how often the server gets the request
     * @param waits how often the call waits before a retry
     * @param tokens how many tokens are requested, where they are
     * @param says a part of the message
     */
    record End(Reason reason, int status, int asked, int waits, int tokens, String says) {
        static End done(int asked) {
            return new End(null, 0, asked, asked - 1, 1, "");
        }

        static End refused(int status, int asked, String says) {
            return new End(Reason.REFUSED, status, asked, asked - 1, 1, says);
        }

        static End unexpected(int status, String says) {
            return new End(Reason.UNEXPECTED_RESPONSE, status, 1, 0, 1, says);
        }

        static End unreachable(Reason reason, int asked, int waits, String says) {
            return new End(reason, 0, asked, waits, 1, says);
        }

        End withTokens(int number) {
            return new End(reason, status, asked, 0, number, says);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
