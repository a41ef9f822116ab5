package io.jenkins.plugins.sastscan.browser;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Sets a Content Security Policy on every page of a Jenkins.
 *
 * <p>The policy of core has the same rules, but allows inline styles. Core may forbid inline styles in the future, so
 * this policy reports them without blocking them.
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
