package io.jenkins.plugins.sastscan.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.jenkins.plugins.sastscan.simulator.SimulatedOperation;
import java.nio.file.Path;
import java.util.function.Consumer;
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
     * @param how asserts with which failure, null for none
     * @param asked how often the service is asked for the operation
     * @param waits how often the call waits before it is made again
     * @param tokens how many tokens are asked for, where they are
     * @param says what the failure says, among other things
     */
    record End(Consumer<Exception> how, int asked, int waits, int tokens, String says) {
        private static final int AT_MOST_ONCE = -1;

        static End done(int asked) {
            return new End(failure -> assertThat(failure).isNull(), asked, asked - 1, 1, "");
        }

        static End refused(int status, int asked, String says) {
            return new End(
                    failure -> assertThat(failure)
                            .asInstanceOf(type(RefusedException.class))
                            .extracting(RefusedException::status)
                            .isEqualTo(status),
                    asked,
                    asked - 1,
                    1,
                    says);
        }

        /** An answer that is not taken for one. */
        static End unexpected(int status, String says) {
            return new End(
                    failure -> assertThat(failure)
                            .asInstanceOf(type(UnexpectedResponseException.class))
                            .extracting(UnexpectedResponseException::status)
                            .isEqualTo(status),
                    1,
                    0,
                    1,
                    says);
        }

        /** The time for the whole call is over, whatever had happened by then. */
        static End late(String says) {
            return unreachable(UnreachableException.Obstacle.DEADLINE, AT_MOST_ONCE, 0, says);
        }

        static End unreachable(UnreachableException.Obstacle obstacle, int asked, int waits, String says) {
            return new End(
                    failure -> assertThat(failure)
                            .asInstanceOf(type(UnreachableException.class))
                            .extracting(UnreachableException::obstacle)
                            .isEqualTo(obstacle),
                    asked,
                    waits,
                    1,
                    says);
        }

        End withTokens(int number) {
            return new End(how, asked, 0, number, says);
        }

        void assertAsked(int times) {
            if (asked == AT_MOST_ONCE) {
                assertThat(times).isBetween(0, 1);
            } else {
                assertThat(times).isEqualTo(asked);
            }
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
