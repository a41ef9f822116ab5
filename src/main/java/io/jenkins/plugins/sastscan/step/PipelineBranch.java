package io.jenkins.plugins.sastscan.step;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jenkinsci.plugins.workflow.actions.ThreadNameAction;
import org.jenkinsci.plugins.workflow.graph.BlockStartNode;
import org.jenkinsci.plugins.workflow.graph.FlowNode;
import org.jenkinsci.plugins.workflow.steps.StepContext;

/** Names the parallel branch or the matrix cell of a pipeline step. */
final class PipelineBranch {
    private PipelineBranch() {}

    /** Returns the name, outer branches first, or an empty text. */
    static String of(StepContext context) throws IOException, InterruptedException {
        FlowNode node = context.get(FlowNode.class);
        List<String> names = new ArrayList<>();
        if (node != null) {
            for (BlockStartNode block : node.getEnclosingBlocks()) {
                ThreadNameAction branch = block.getAction(ThreadNameAction.class);
                if (branch != null) {
                    names.add(branch.getThreadName());
                }
            }
        }
        Collections.reverse(names);
        return String.join(", ", names);
    }
}
