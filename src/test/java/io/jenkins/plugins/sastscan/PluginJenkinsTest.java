package io.jenkins.plugins.sastscan;

import static org.assertj.core.api.Assertions.assertThat;

import io.jenkins.plugins.sastscan.jenkins.WithSast;
import org.junit.jupiter.api.Test;
import org.jvnet.hudson.test.JenkinsRule;

/**
 * Loads the plugin as Jenkins does. Other tests have the plugin classes on their class path and would not notice a
 * failure to load.
 */
@WithSast
class PluginJenkinsTest {
    @Test
    void jenkins_loads_the_plugin_and_its_dependencies(JenkinsRule jenkins) {
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
