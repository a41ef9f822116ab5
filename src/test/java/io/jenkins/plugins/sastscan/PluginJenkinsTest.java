package io.jenkins.plugins.sastscan;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.jenkins.WithSast;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * The plugin as Jenkins loads it. Other tests would not see that it does not, since its classes are on their class path
 * anyway.
 */
@WithSast
class PluginJenkinsTest {
    @Test
    void jenkins_loads_it_and_every_plugin_that_it_asks_for(JenkinsRule jenkins) {
        var plugins = jenkins.jenkins.getPluginManager();

        assertThat(plugins.getFailedPlugins())
                .extracting(failed -> failed.name + ": " + failed.cause)
                .isEmpty();
        var plugin = plugins.getPlugin("sast-scan");
        assertThat(plugin.isActive()).isTrue();
        assertThat(plugin.getMandatoryDependencies())
                .extracting(dependency -> dependency.shortName)
                .contains("credentials", "git-client", "okhttp-api")
                .allMatch(name -> plugins.getPlugin(name).isActive());
    }
}
