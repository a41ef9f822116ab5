package io.jenkins.plugins.sastscan.jenkins;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * All annotated classes of a process share one Jenkins, which is reset before each class. Each class may change only
 * what the reset can undo.
 *
 * <p>A static field of type {@code JenkinsRule} gets this Jenkins. A static field of type {@link SastJenkins} gets one
 * instance for all tests of the class. An instance field of type {@link SastJenkins} or {@link GitServer} gets a new
 * instance for each test. Each instance is closed after its class or test.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedJenkins.class)
public @interface WithSast {
    /** Whether each static field of type {@code DumbSlave} gets an online agent. Test classes share agents. */
    boolean agent() default false;

    /** Whether each test ends with a check that no pipeline has logged a warning. The check deletes all pipelines. */
    boolean noWarnings() default false;
}
