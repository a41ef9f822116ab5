def j = jenkins.model.Jenkins.get()
def workspace = j.getNode('%1$s').getWorkspaceFor(j.getItem('sast'))
workspace.mkdirs()
new hudson.FilePath(workspace.channel, '%2$s').copyTo(workspace.child('large'))
