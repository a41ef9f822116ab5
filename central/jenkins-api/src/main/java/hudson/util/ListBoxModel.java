package hudson.util;

import java.util.ArrayList;

public class ListBoxModel extends ArrayList<ListBoxModel.Option> {
    public ListBoxModel() {
        throw new UnsupportedOperationException();
    }

    public ListBoxModel add(String nameAndValue) {
        throw new UnsupportedOperationException();
    }

    public void add(String displayName, String value) {
        throw new UnsupportedOperationException();
    }

    public static final class Option {
        private Option() {}
    }
}
