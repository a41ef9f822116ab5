package hudson.model;

@Deprecated
public abstract class AbstractDescribableImpl<T extends AbstractDescribableImpl<T>> implements Describable<T> {
    public AbstractDescribableImpl() {
        throw new UnsupportedOperationException();
    }
}
