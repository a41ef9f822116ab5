package hudson.remoting;

public interface Future<V> extends java.util.concurrent.Future<V> {}
