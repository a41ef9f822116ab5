package io.jenkins.plugins.sastscan.config;

import static org.assertj.core.api.Assertions.assertThat;

import hudson.model.FreeStyleProject;
import hudson.model.Result;
import io.jenkins.plugins.sastscan.jenkins.Forms;
import io.jenkins.plugins.sastscan.jenkins.Logs;
import io.jenkins.plugins.sastscan.jenkins.SastJenkins;
import io.jenkins.plugins.sastscan.jenkins.Servers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.RealJenkinsExtension;

/** Jenkins runs in a separate process, because core reads the FIPS mode only once. */
class FipsJenkinsTest {
    @RegisterExtension
    private final RealJenkinsExtension controller = new RealJenkinsExtension()
            .omitPlugins("git", "configuration-as-code", "dark-theme", "job-dsl", "pipeline-model-definition")
            .javaOptions("-Djenkins.security.FIPS140.COMPLIANCE=true");

    @Test
    void fips_mode_rejects_plain_http_even_if_the_server_allows_it() throws Throwable {
        controller.then(FipsJenkinsTest::check);
    }

    private static void check(JenkinsRule jenkins) throws Throwable {
        String message = "Jenkins runs in FIPS mode, which requires TLS for each SAST server.";
        SastServer plain =
                new SastServer("plain", " HTTP://sast.example.org/api", new AccessTokenAuthentication("token"));
        OAuthAuthentication oauth = new OAuthAuthentication("http://sast.example.org/token", "ci");
        SastServer token = new SastServer("token", "https://sast.example.org/api", oauth);
        List<SastServer> servers = List.of(plain, token);
        servers.forEach(server -> server.setAllowPlainHttp(true));
        SastServer secure = Servers.server("secure");
        SastConfiguration.get().setServers(List.of(plain, token, secure));
        FreeStyleProject job = jenkins.createFreeStyleProject();

        assertThat(new ServerMonitor().getProblems())
                .hasSize(2)
                .allMatch(problem -> problem.text().contains(message))
                .extracting(ServerMonitor.Problem::server)
                .containsExactly("plain", "token");
        assertThat(Forms.check(job, "SastServer.url", plain.getUrl(), "plain", "true"))
                .startsWith("ERROR " + message);
        for (SastServer server : servers) {
            job.getBuildersList().replaceBy(List.of(SastJenkins.builder(server.getName(), "42")));
            assertThat(Logs.error(jenkins.buildAndAssertStatus(Result.FAILURE, job)))
                    .contains("SAST server \"" + server.getName() + "\": " + message);
        }
    }
}
