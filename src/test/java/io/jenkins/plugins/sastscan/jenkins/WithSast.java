package io.jenkins.plugins.sastscan.jenkins;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * All classes of a process that have this annotation share one Jenkins, so they may change only what a reset can undo.
 * The Jenkins is reset before each class.
 *
 * <p>A static field of type {@code JenkinsRule} gets the Jenkins. A static field of type {@link SastJenkins} gets one
 * instance for all tests of the class. An instance field of type {@link SastJenkins} or {@link GitServer} gets a new
 * instance for each test. The instances are closed after the class or the test.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedJenkins.class)
public @interface WithSast {
    /**
     * Whether each static field of type {@code DumbSlave} gets an online agent. Other test classes use the same agents.
     */
    boolean agent() default false;

    /** Whether each test ends with a check that no pipeline has logged a warning. The check deletes all pipelines. */
    boolean noWarnings() default false;
}
