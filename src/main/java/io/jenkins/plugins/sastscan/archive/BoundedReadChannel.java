package io.jenkins.plugins.sastscan.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** Limits how many bytes are read from a file until {@link #lift}, to bound memory use. */
final class BoundedReadChannel implements SeekableByteChannel {
    private final SeekableByteChannel channel;
    private long left;

    BoundedReadChannel(SeekableByteChannel channel, long most) {
        this.channel = channel;
        this.left = most;
    }

    boolean exceeded() {
        return left < 0;
    }

    void lift() {
        left = Long.MAX_VALUE;
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
        int got = channel.read(bytes);
        left -= Math.max(0, got);
        if (exceeded()) {
            throw new IOException("read limit exceeded");
        }
        return got;
    }

    @Override
    public int write(ByteBuffer bytes) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() throws IOException {
        return channel.position();
    }

    @Override
    public SeekableByteChannel position(long to) throws IOException {
        channel.position(to);
        return this;
    }

    @Override
    public long size() throws IOException {
        return channel.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
