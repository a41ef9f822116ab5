package hudson.remoting;

import java.io.IOException;

public class ChannelClosedException extends IOException {
    private ChannelClosedException() {}
}
