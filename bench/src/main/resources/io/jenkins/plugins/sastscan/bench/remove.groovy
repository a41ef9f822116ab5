def j = jenkins.model.Jenkins.get()
def agent = j.getNode('%s')
agent.toComputer().disconnect(null).get()
j.removeNode(agent)
