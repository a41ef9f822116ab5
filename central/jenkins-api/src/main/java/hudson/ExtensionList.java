package hudson;

public class ExtensionList<T> {
    private ExtensionList() {}

    public static <U> U lookupSingleton(Class<U> type) {
        throw new UnsupportedOperationException();
    }
}
