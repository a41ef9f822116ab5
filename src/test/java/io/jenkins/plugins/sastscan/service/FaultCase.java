package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * What goes wrong, and what is expected of it.
 *
 * @param name what goes wrong
 * @param scenery where it does
 * @param expected what should come of it, by operation
 */
record FaultCase(String name, Scenery scenery, Function<SimulatedOperation, End> expected) {
    /** Makes the scene of a case. */
    interface Scenery {
        FaultScene open(SimulatedOperation target, Path directory) throws Exception;
    }

    /**
     * How a call ends.
     *
     * @param what in a few words
     * @param asked how often the service is asked for the operation
     * @param waits how often the call waits before it is made again
     * @param tokens how many tokens are asked for, where they are
     * @param says what the failure says, among other things
     */
    record End(String what, int asked, int waits, int tokens, String says) {
        private static final int AT_MOST_ONCE = -1;

        static End done(int asked) {
            return new End("done", asked, asked - 1, 1, "");
        }

        static End refused(int status, int asked, String says) {
            return new End("refused with " + status, asked, asked - 1, 1, says);
        }

        /** An answer that is not taken for one. */
        static End unexpected(int status, String says) {
            return new End("answer with status " + status + " not taken", 1, 0, 1, says);
        }

        /** The time for the whole call is over, whatever had happened by then. */
        static End late(String says) {
            return new End("no answer (" + UnreachableException.Obstacle.DEADLINE + ")", AT_MOST_ONCE, 0, 1, says);
        }

        static End unreachable(UnreachableException.Obstacle obstacle, int asked, int waits, String says) {
            return new End("no answer (" + obstacle + ")", asked, waits, 1, says);
        }

        End withTokens(int number) {
            return new End(what, asked, 0, number, says);
        }

        /** What is seen of a failure, null for none. */
        static String seen(Exception failure) throws Exception {
            if (failure == null) {
                return "done";
            }
            if (failure instanceof RefusedException refused) {
                return "refused with " + refused.status();
            }
            if (failure instanceof UnexpectedResponseException unexpected) {
                return "answer with status " + unexpected.status() + " not taken";
            }
            if (failure instanceof UnreachableException unreachable) {
                return "no answer (" + unreachable.obstacle() + ")";
            }
            throw failure;
        }

        /** In words; when only a bound is expected, all below it is the same. */
        String times(int seen) {
            if (asked == AT_MOST_ONCE && seen <= 1) {
                return ", asked at most once";
            }
            return switch (seen) {
                case 0 -> ", never asked";
                case 1 -> ", asked once";
                default -> ", asked " + seen + " times";
            };
        }

        String text() {
            return what + times(asked);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
