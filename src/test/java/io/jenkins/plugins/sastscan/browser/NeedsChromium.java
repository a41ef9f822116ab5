package io.jenkins.plugins.sastscan.browser;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Tests in a real browser, skipped where none is installed; nothing is ever downloaded. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(NeedsChromium.Condition.class)
@interface NeedsChromium {
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return Programs.missing()
                    .map(missing -> ConditionEvaluationResult.disabled("No tests in a browser: " + missing))
                    .orElse(ConditionEvaluationResult.enabled("Chromium is installed"));
        }
    }
}
