def j = jenkins.model.Jenkins.get()
def agent = new hudson.slaves.DumbSlave('%1$s', '%2$s', new hudson.slaves.JNLPLauncher(true))
agent.labelString = 'cold'
j.addNode(agent)
print agent.toComputer().jnlpMac
