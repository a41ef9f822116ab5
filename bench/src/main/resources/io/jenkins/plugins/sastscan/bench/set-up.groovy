import com.cloudbees.plugins.credentials.*
import io.jenkins.plugins.sastscan.config.*
def j = jenkins.model.Jenkins.get()
j.setNumExecutors(0)
j.setSlaveAgentPort(0)
def token = new org.jenkinsci.plugins.plaincredentials.impl.StringCredentialsImpl(
    CredentialsScope.SYSTEM, 'token', '', hudson.util.Secret.fromString('%s'))
SystemCredentialsProvider.instance.credentials.add(token)
def server = new SastServer('main', '%s', new AccessTokenAuthentication('token'))
server.allowPlainHttp = true
SastConfiguration.get().servers = [server]
[sast: "sastSubmit server: 'main', projectId: '42', forceScan: false", plain: "archiveArtifacts 'App.java'"].each {
    def job = j.createProject(org.jenkinsci.plugins.workflow.job.WorkflowJob, it.key)
    job.definition = new org.jenkinsci.plugins.workflow.cps.CpsFlowDefinition(
        "node('cold') { writeFile file: 'App.java', text: 'class App {}'\n" + it.value + ' }', true)
}
print j.tcpSlaveAgentListener.port
