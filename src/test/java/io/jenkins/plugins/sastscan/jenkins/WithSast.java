package io.jenkins.plugins.sastscan.jenkins;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that needs a Jenkins and brings nothing that stays in it. Such classes share one Jenkins in each process; it
 * is emptied before each class.
 *
 * <p>Static fields of type {@code JenkinsRule} are filled in. So are fields of type {@link SastJenkins}: with one for all
 * tests of the class if static, else with a new one for each test, and fields of type {@link GitServer}, with one for each
 * test. They are closed at the end.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(SharedJenkins.class)
public @interface WithSast {
    /** Whether each static field of type {@code DumbSlave} gets an online agent, which the classes share too. */
    boolean agent() default false;
}
