// Transfers the same archive once from each agent. The transfers run at the same time. Prints the seconds of the
// fastest and of the slowest transfer, and the CPU seconds of the controller. If the argument "watched" is true, prints
// other figures instead: the growth of the controller's live heap and of the controller's files, both in MB, and the
// longest delay of an agent's log line in seconds.
import hudson.FilePath
import io.jenkins.plugins.sastscan.archive.*
import io.jenkins.plugins.sastscan.config.*
import io.jenkins.plugins.sastscan.client.*
import io.jenkins.plugins.sastscan.submission.*
import java.lang.management.ManagementFactory
import java.util.concurrent.Callable
import java.util.concurrent.Executors

def (way, agents, path, size, sha256, watched) = ['%1$s', '%2$s'.split(','), '%3$s', %4$d, '%5$s', %6$s]
def j = jenkins.model.Jenkins.get()
def make = { String type, Object... values ->
    def maker = j.pluginManager.uberClassLoader.loadClass('io.jenkins.plugins.sastscan.' + type)
        .declaredConstructors.find { it.parameterCount == values.length }
    maker.accessible = true
    maker.newInstance(values)
}
def contents = new ContentStatistics.Counter()
contents.count('archive', size)
def facts = new ArchiveFacts(contents.toStatistics(), size, size, sha256, sha256, SkippedFiles.nothing())
def archive = { new PreparedArchive(it, facts, false) }
def server = SastConfiguration.get().servers[0]
def project = new ProjectId(42)
def log = hudson.model.TaskListener.NULL
def run = j.getItem('plain').lastBuild
def wait = java.time.Duration.ofMinutes(20)
def progressLog = new SubmissionLog({} as java.util.function.Consumer)
def seconds = { Closure work ->
    def begun = System.nanoTime()
    work()
    (System.nanoTime() - begun) / 1e9d
}
def transfer = { String agent ->
    def channel = j.getComputer(agent).channel
    def file = new FilePath(channel, path)
    def local = new FilePath(new File(j.rootDir, 'copy-' + agent + '.zip'))
    def files = new TemporaryFiles(new File(path).parent + '/temporary-' + agent, 'bench')
    def connection = new ServerConnection(server, run, {})
    def uploader = { make('build.ControllerUploader', it, connection.service(), files, SizeLimit.none(), wait,
        progressLog) }
    def ways = [
        pieces: { uploader(file.parent).upload(project, archive(path)) },
        drop: {
            def pieces = make('build.ControllerUploader$OnAgent', uploader(file.parent), channel, archive(path).forUpload())
            pieces.open().withCloseable { it.transferTo(OutputStream.nullOutputStream()) }
        },
        copy: {
            local.write().withCloseable { file.copyTo(it) }
            uploader(local.parent).upload(project, archive(local.remote))
        },
        agent: {
            def build = make('build.BuildContext', run, file.parent, new hudson.EnvVars(), log, null, '')
            make('build.AgentUploader', file.parent, connection.service(), files, build, 1200)
                .upload(project, archive(path))
        },
        archiveArtifacts: {
            run.pickArtifactManager().archive(file.parent, file.parent.createLauncher(log),
                jenkins.util.BuildListenerAdapter.wrap(log), [('artifact-' + agent): file.name])
        }
    ]
    try {
        seconds(ways[way])
    } finally {
        connection.close()
        local.delete()
    }
}

def threads = Executors.newCachedThreadPool()
def begin = { agents.collect { agent -> threads.submit({ transfer(agent) } as Callable) } }
try {
    if (watched) {
        def used = {
            def bytes = 0
            j.rootDir.eachFile { if (it.file) bytes += it.length() }
            new File(System.getProperty('java.io.tmpdir')).eachFileRecurse { if (it.file) bytes += it.length() }
            System.gc()
            [ManagementFactory.memoryPoolMXBeans*.collectionUsage.findAll()*.used.sum(), bytes]
        }
        def delays = Collections.synchronizedList([])
        def chatter = agents.collect {
            def lines = new hudson.console.LineTransformationOutputStream() {
                void eol(byte[] line, int length) {
                    delays.add(System.currentTimeMillis() - (new String(line, 0, length).trim() as long))
                }
            }
            j.getComputer(it).node.createLauncher(log).launch().stdout(lines)
                .cmds('sh', '-c', 'while sleep 0.3; do date +%%s%%3N; done').start()
        }
        sleep(5000)
        delays.clear()
        def before = used()
        def most = before
        def transfers = begin()
        while (!transfers.every { it.done }) {
            sleep(2000)
            most = [most, used()].transpose()*.max()
        }
        transfers*.get()
        chatter*.kill()
        print([most[0] - before[0], most[1] - before[1]].collect { it / 1e6 }.join(' ') + ' ' + delays.max() / 1e3)
    } else {
        def cpu = { ManagementFactory.operatingSystemMXBean.processCpuTime / 1e9d }
        def usedCpu = cpu()
        def each = begin()*.get()
        print(each.min() + ' ' + each.max() + ' ' + (cpu() - usedCpu))
    }
} finally {
    threads.shutdownNow()
    run.artifactManager.delete()
}
