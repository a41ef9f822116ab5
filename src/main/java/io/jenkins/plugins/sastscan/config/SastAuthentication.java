package io.jenkins.plugins.sastscan.config;

import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.model.Run;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.client.ConnectionSettings.Authentication;
import io.jenkins.plugins.sastscan.text.InvalidInputException;
import jenkins.model.Jenkins;
import net.sf.json.JSONObject;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.StaplerRequest2;
import org.kohsuke.stapler.verb.POST;

/** The authentication for a SAST server. Contains IDs of credentials, not secrets. */
public abstract class SastAuthentication implements Describable<SastAuthentication> {
    /**
     * Checks all values, but not whether the credentials exist.
     *
     * @param server the SAST server to which this authentication belongs
     * @throws InvalidInputException if a value is missing or invalid
     */
    abstract void check(SastServer server);

    /**
     * @param run the build that uses the credentials; null outside of builds
     * @throws InvalidInputException if credentials are missing
     */
    abstract Authentication resolve(SastServer server, Run<?, ?> run);

    /** Returns a text that identifies the account. It contains no secret. */
    abstract String account();

    /** The form of an authentication, with the button <i>Test connection</i>. */
    public abstract static class FormDescriptor extends Descriptor<SastAuthentication> {
        /** Tests unsaved values, too. Only for administrators, because it sends credentials to the URL in the form. */
        @POST
        public FormValidation doTestConnection(
                StaplerRequest2 request,
                @QueryParameter String url,
                @QueryParameter boolean testPlainHttp,
                @QueryParameter String testJobCredentialsId,
                @QueryParameter String testCertificates,
                @QueryParameter boolean testNoProxy,
                @QueryParameter String testProjectId)
                throws InterruptedException {
            Jenkins.get().checkPermission(Jenkins.ADMINISTER);
            JSONObject form = new JSONObject();
            request.getParameterMap().forEach((name, values) -> form.element(name, values[0]));
            SastServer server = new SastServer("test", url, request.bindJSON(clazz, form));
            server.setAllowPlainHttp(testPlainHttp);
            server.getAccess().setJobCredentialsId(testJobCredentialsId);
            server.setCertificates(testCertificates);
            server.setNoProxy(testNoProxy);
            return ConnectionCheck.run(server, testProjectId);
        }
    }
}
