package hudson.model;

public class Queue {
    private Queue() {}

    public interface Task {}
}
