package com.thoughtworks.xstream.converters;

public interface DataHolder {
    Object get(Object key);

    void put(Object key, Object value);
}
