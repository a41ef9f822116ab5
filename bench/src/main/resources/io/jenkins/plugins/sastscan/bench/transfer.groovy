// Moves an archive from an agent in one way. Prints the seconds, and the CPU seconds of the controller.
import hudson.FilePath
import io.jenkins.plugins.sastscan.archive.*
import io.jenkins.plugins.sastscan.config.*
import io.jenkins.plugins.sastscan.service.*
import io.jenkins.plugins.sastscan.submission.*

def (way, agent, path, size, sha256) = ['%1$s', '%2$s', '%3$s', %4$d, '%5$s']
def j = jenkins.model.Jenkins.get()
def make = { String type, Object... values ->
    def maker = j.pluginManager.uberClassLoader.loadClass('io.jenkins.plugins.sastscan.' + type)
        .declaredConstructors.find { it.parameterCount == values.length }
    maker.accessible = true
    maker.newInstance(values)
}
def channel = j.getComputer(agent).channel
def file = new FilePath(channel, path)
def facts = new ArchiveFacts(
    new ContentStatistics(1, size, [], [], 0), size, size, sha256, sha256, SkippedFiles.nothing())
def archive = { new PreparedArchive(it, facts, false) }
def server = SastConfiguration.get().servers[0]
server.uploadEncoding = UploadEncoding.MULTIPART
def project = new ProjectId(42)
def log = hudson.model.TaskListener.NULL
def run = j.getItem('plain').lastBuild
def files = new TemporaryFiles(new File(path).parent + '/temporary-' + agent, 'bench')
def wait = java.time.Duration.ofMinutes(20)
def cpu = { java.lang.management.ManagementFactory.operatingSystemMXBean.processCpuTime }
def connection = new ServerConnection(server, run)
def uploader = { make('run.ControllerUploader', it, connection.service(), files, SizeLimit.none(), wait) }
def local = new FilePath(new File(j.rootDir, 'copy-' + agent + '.zip'))
def ways = [
    pieces: { uploader(file.parent).upload(project, archive(path), {} as java.util.function.LongConsumer) },
    drop: {
        def pieces = make('run.ControllerUploader$OnAgent', uploader(file.parent), channel, archive(path).checked())
        pieces.open().withCloseable { it.transferTo(OutputStream.nullOutputStream()) }
    },
    copy: {
        local.write().withCloseable { file.copyTo(it) }
        uploader(local.parent).upload(project, archive(local.remote), {} as java.util.function.LongConsumer)
    },
    agent: {
        def build = make('run.BuildContext', run, file.parent, new hudson.EnvVars(), log, null, '')
        make('run.AgentUploader', file.parent, connection.service(), files, build, 1200)
            .upload(project, archive(path), {} as java.util.function.LongConsumer)
    },
    archiveArtifacts: {
        run.pickArtifactManager().archive(file.parent, file.parent.createLauncher(log),
            jenkins.util.BuildListenerAdapter.wrap(log), [('artifact-' + agent): file.name])
    }
]
def usedCpu = cpu()
def begun = System.nanoTime()
try {
    ways[way]()
    print((System.nanoTime() - begun) / 1e9d + ' ' + (cpu() - usedCpu) / 1e9d)
} finally {
    connection.close()
    local.delete()
    run.artifactManager.delete()
}
