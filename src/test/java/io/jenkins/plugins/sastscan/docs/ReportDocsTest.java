package io.jenkins.plugins.sastscan.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.report.SubmissionsAction;
import java.beans.Introspector;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.export.Exported;

/** {@code docs/report.md} lists what builds tell over REST, and nothing else. */
class ReportDocsTest {
    @Test
    void every_key_is_listed_and_no_other() {
        assertThat(Documentation.of("docs/report.md").rows().stream().flatMap(row -> Documentation.code(row.get(0))))
                .containsExactlyInAnyOrderElementsOf(keys(SubmissionsAction.class, ""));
    }

    private static Set<String> keys(Class<?> bean, String prefix) {
        Set<String> keys = new TreeSet<>();
        for (Method getter : bean.getMethods()) {
            if (getter.isAnnotationPresent(Exported.class)) {
                String key = prefix + Introspector.decapitalize(getter.getName().replaceFirst("^(get|is)", ""));
                keys.add(key);
                keys.addAll(keys(content(getter), key + "."));
            }
        }
        return keys;
    }

    /** What a list holds; of all else the type itself. */
    private static Class<?> content(Method getter) {
        return getter.getGenericReturnType() instanceof ParameterizedType list
                ? (Class<?>) list.getActualTypeArguments()[0]
                : getter.getReturnType();
    }
}
