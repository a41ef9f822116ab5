package io.jenkins.plugins.sastscan.browser;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Puts every page of a Jenkins under a Content Security Policy.
 *
 * <p>Enforced is what newer versions of core (2.539 on) enforce themselves. Inline styles, which those still allow, are
 * reported, as they may be forbidden one day.
 */
final class StrictPolicy implements Filter {
    private static final String ALL = "base-uri 'none'; default-src 'self'; form-action 'self'; frame-ancestors 'self';"
            + " img-src 'self' data:; object-src 'none'; script-src 'report-sample' 'self';"
            + " style-src 'report-sample' 'self'";

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletResponse answer = (HttpServletResponse) response;
        answer.setHeader("Content-Security-Policy", ALL + " 'unsafe-inline'");
        answer.setHeader("Content-Security-Policy-Report-Only", ALL);
        chain.doFilter(request, response);
    }
}
