package hudson.model;

public abstract class AbstractItem implements Item {
    AbstractItem() {}
}
