package hudson.model;

public abstract class Node {
    private Node() {}
}
