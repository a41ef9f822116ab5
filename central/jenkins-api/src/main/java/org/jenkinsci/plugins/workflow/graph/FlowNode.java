package org.jenkinsci.plugins.workflow.graph;

import hudson.model.Actionable;
import java.util.List;

public abstract class FlowNode extends Actionable {
    FlowNode() {}

    public List<? extends BlockStartNode> getEnclosingBlocks() {
        throw new UnsupportedOperationException();
    }
}
