package io.jenkins.plugins.sastscan.config;

import hudson.Extension;
import hudson.Util;
import hudson.model.Descriptor;
import hudson.util.FormValidation;
import io.jenkins.plugins.sastscan.client.ConnectionSettings;
import io.jenkins.plugins.sastscan.client.ServiceUrl;
import java.util.Optional;
import jenkins.model.Jenkins;
import org.kohsuke.stapler.QueryParameter;
import org.kohsuke.stapler.verb.POST;

/** The form of a SAST server, and its checks. */
@Extension
public final class SastServerDescriptor extends Descriptor<SastServer> {
    public static final long MAX_TIMEOUT_SECONDS = ConnectionSettings.UPLOAD_LIMIT.toSeconds();

    public SastServerDescriptor() {
        super(SastServer.class);
    }

    /** Returns the default values, for the form and the help. */
    public SastServer getDefaults() {
        return new SastServer("", "", null);
    }

    public Optional<String> problem(SastServer server) {
        return SastConfiguration.get().problem(server);
    }

    /** Returns a problem that no field of the form shows. */
    public Optional<String> unseenProblem(SastServer server) {
        return server.getName().isEmpty() && server.getUrl().isEmpty()
                ? problem(server)
                : FieldCheck.problem(server.getAccess()::check);
    }

    /** Does not see the other names in the form, so two equal new names are reported after the form is saved. */
    @POST
    public FormValidation doCheckName(@QueryParameter String value, @QueryParameter String url) {
        return FieldCheck.unlessNew(
                () -> FieldCheck.serverName(
                        Util.fixNull(value).strip(), SastConfiguration.get().names(null)),
                value,
                url);
    }

    @POST
    public FormValidation doCheckCertificates(@QueryParameter String value) {
        Jenkins.get().checkPermission(Jenkins.ADMINISTER);
        return ConnectionCheck.certificates(value);
    }

    @POST
    public FormValidation doCheckUrl(
            @QueryParameter String value, @QueryParameter String name, @QueryParameter boolean allowPlainHttp) {
        return FieldCheck.unlessNew(
                () -> ServiceUrl.base(FieldCheck.requireTlsInFipsMode(value), allowPlainHttp), value, name);
    }

    @POST
    public FormValidation doCheckProjectPage(@QueryParameter String value) {
        return FieldCheck.administrator(
                () -> SastServer.checkProjectPage(Util.fixNull(value).strip()));
    }

    @POST
    public FormValidation doCheckExcludes(@QueryParameter String value) {
        return FieldCheck.configurer(null, value, SastServer::checkExcludes);
    }
}
