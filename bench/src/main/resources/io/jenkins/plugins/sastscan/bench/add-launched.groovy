class Process extends hudson.slaves.ComputerLauncher {
    List command
    void launch(hudson.slaves.SlaveComputer computer, hudson.model.TaskListener listener) {
        def process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start()
        computer.setChannel(process.inputStream, process.outputStream, listener.logger, null)
    }
}
def agent = new hudson.slaves.DumbSlave('%1$s', '%2$s', new Process(command: '%3$s'.split(' ') as List))
agent.labelString = 'cold'
jenkins.model.Jenkins.get().addNode(agent)
agent.toComputer().connect(false).get()
