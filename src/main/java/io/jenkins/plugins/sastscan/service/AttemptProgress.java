package io.jenkins.plugins.sastscan.service;

import io.jenkins.plugins.sastscan.service.AttemptFailure.Step;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.Request;
import okhttp3.Response;

/** Knows how far an attempt has come, since the same exception means different things before and after sending. */
final class AttemptProgress extends EventListener {
    private volatile Step step = Step.BEFORE;
    private volatile Response answer;

    Step step() {
        return step;
    }

    /** The head of the answer that came. */
    Optional<Response> answer() {
        return Optional.ofNullable(answer);
    }

    @Override
    public void dnsStart(Call call, String domainName) {
        step = Step.NAME;
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy route) {
        step = Step.CONNECT;
    }

    @Override
    public void secureConnectStart(Call call) {
        step = Step.TLS;
    }

    @Override
    public void requestHeadersStart(Call call) {
        step = Step.SEND;
    }

    @Override
    public void requestHeadersEnd(Call call, Request request) {
        if (request.body() == null) {
            step = Step.WAIT;
        }
    }

    @Override
    public void requestBodyEnd(Call call, long byteCount) {
        step = Step.WAIT;
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        answer = response;
        step = Step.ANSWER;
    }
}
