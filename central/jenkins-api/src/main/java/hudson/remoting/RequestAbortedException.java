package hudson.remoting;

public class RequestAbortedException extends RuntimeException {
    private RequestAbortedException() {}
}
