package hudson.model;

public abstract class AbstractItem extends Actionable implements Item {
    AbstractItem() {}

    @Override
    public ItemGroup getParent() {
        throw new UnsupportedOperationException();
    }

    @Override
    public final String getFullName() {
        throw new UnsupportedOperationException();
    }

    public final String getUrl() {
        throw new UnsupportedOperationException();
    }
}
