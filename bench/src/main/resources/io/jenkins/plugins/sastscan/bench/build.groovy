def run = jenkins.model.Jenkins.get().getItem('%s').scheduleBuild2(0).get()
assert run.result == hudson.model.Result.SUCCESS : run.log
def step = new org.jenkinsci.plugins.workflow.graphanalysis.DepthFirstScanner().findFirstMatch(
    run.execution, { it.displayFunctionName in ['sastSubmit', 'archiveArtifacts'] } as com.google.common.base.Predicate)
def next = run.execution.currentHeads[0]
while (!next.parents.contains(step)) { next = next.parents[0] }
def start = org.jenkinsci.plugins.workflow.actions.TimingAction.&getStartTime
def sast = run.getAction(io.jenkins.plugins.sastscan.report.SubmissionsAction)
print((start(next) - start(step)) + ' ' + (sast?.submissions?.first()?.stages*.milliseconds?.max() ?: 0))
