package org.jenkinsci.plugins.workflow.graph;

public abstract class BlockStartNode extends FlowNode {
    BlockStartNode() {}
}
