package com.cloudbees.plugins.credentials;

public class CredentialsMatchers {
    private CredentialsMatchers() {}

    public static CredentialsMatcher allOf(CredentialsMatcher... matchers) {
        throw new UnsupportedOperationException();
    }

    public static CredentialsMatcher always() {
        throw new UnsupportedOperationException();
    }

    public static CredentialsMatcher anyOf(CredentialsMatcher... matchers) {
        throw new UnsupportedOperationException();
    }

    public static <C extends Credentials> C firstOrNull(Iterable<C> credentials, CredentialsMatcher matcher) {
        throw new UnsupportedOperationException();
    }

    public static CredentialsMatcher instanceOf(Class clazz) {
        throw new UnsupportedOperationException();
    }

    public static CredentialsMatcher withId(String id) {
        throw new UnsupportedOperationException();
    }
}
