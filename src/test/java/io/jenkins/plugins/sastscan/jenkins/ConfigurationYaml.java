package io.jenkins.plugins.sastscan.jenkins;

import io.jenkins.plugins.casc.ConfigurationAsCode;
import io.jenkins.plugins.casc.ConfigurationContext;
import io.jenkins.plugins.casc.ConfiguratorRegistry;
import io.jenkins.plugins.casc.misc.Util;
import io.jenkins.plugins.casc.model.CNode;
import io.jenkins.plugins.casc.yaml.YamlSource;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

public final class ConfigurationYaml {
    private ConfigurationYaml() {}

    public static void configure(String yaml) throws Exception {
        byte[] bytes = yaml.getBytes(StandardCharsets.UTF_8);
        ConfigurationAsCode.get().configureWith(YamlSource.of(new ByteArrayInputStream(bytes)));
    }

    /** The SAST servers as YAML. */
    public static String exported() throws Exception {
        ConfigurationContext context = new ConfigurationContext(ConfiguratorRegistry.get());
        SastConfiguration servers = SastConfiguration.get();
        CNode sast = context.lookupOrFail(SastConfiguration.class).describe(servers, context);
        return "unclassified:\n  sast:\n" + Util.toYamlString(sast).indent(4);
    }
}
