package io.jenkins.plugins.sastscan.browser;

import io.jenkins.plugins.sastscan.jenkins.WithSast;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
        value = "io.jenkins.plugins.sastscan.browser.Chromium#isInstalled",
        disabledReason = "no Chromium and chromedriver on the PATH")
@WithSast
@interface WithBrowser {}
