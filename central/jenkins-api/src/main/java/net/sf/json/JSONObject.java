package net.sf.json;

import java.io.Serializable;

public final class JSONObject implements Serializable {
    public JSONObject() {
        throw new UnsupportedOperationException();
    }

    public JSONObject element(String key, Object value) {
        throw new UnsupportedOperationException();
    }

    public Object get(String key) {
        throw new UnsupportedOperationException();
    }

    public boolean has(String key) {
        throw new UnsupportedOperationException();
    }

    public int optInt(String key) {
        throw new UnsupportedOperationException();
    }
}
