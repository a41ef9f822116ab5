package io.jenkins.plugins.sastscan.web;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.ModelObject;
import io.jenkins.plugins.sastscan.config.ServerMonitor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import jenkins.agents.ControllerToAgentCallable;
import jenkins.agents.ControllerToAgentFileCallable;
import org.jenkinsci.remoting.RoleSensitive;
import org.junit.jupiter.api.Test;
import org.kohsuke.stapler.StaplerFallback;
import org.kohsuke.stapler.StaplerOverridable;
import org.kohsuke.stapler.StaplerProxy;

/** As {@link WebMethodsTest}, by types of Jenkins that the plugin does not use and the central build does not have. */
class WebObjectsJenkinsTest {
    @Test
    void only_the_reports_and_the_monitor_are_pages() {
        List<Class<?>> pages = new ArrayList<>(WebMethodsTest.ACTIONS);
        pages.add(ServerMonitor.class);
        assertThat(PluginOutput.classes())
                .filteredOn(type -> Stream.of(
                                ModelObject.class, StaplerProxy.class, StaplerFallback.class, StaplerOverridable.class)
                        .anyMatch(kind -> kind.isAssignableFrom(type)))
                .hasSameElementsAs(pages);
    }

    @Test
    void what_runs_elsewhere_runs_on_agents_alone() {
        assertThat(PluginOutput.classes())
                .filteredOn(RoleSensitive.class::isAssignableFrom)
                .isNotEmpty()
                .allMatch(type -> ControllerToAgentFileCallable.class.isAssignableFrom(type)
                        || ControllerToAgentCallable.class.isAssignableFrom(type));
    }
}
