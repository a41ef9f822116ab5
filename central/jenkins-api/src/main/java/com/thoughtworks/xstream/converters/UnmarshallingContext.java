package com.thoughtworks.xstream.converters;

public interface UnmarshallingContext extends DataHolder {}
