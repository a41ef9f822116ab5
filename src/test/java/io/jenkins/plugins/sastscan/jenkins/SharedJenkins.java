package io.jenkins.plugins.sastscan.jenkins;

import com.cloudbees.plugins.credentials.SystemCredentialsProvider;
import hudson.FilePath;
import hudson.model.Node;
import hudson.model.Slave;
import hudson.security.AuthorizationStrategy;
import hudson.security.SecurityRealm;
import hudson.slaves.DumbSlave;
import hudson.slaves.OfflineCause;
import io.jenkins.plugins.sastscan.config.SastConfiguration;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import jenkins.model.Jenkins;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.jvnet.hudson.test.JenkinsRule;
import org.jvnet.hudson.test.junit.jupiter.JenkinsExtension;

/** Implements {@link WithSast}. */
final class SharedJenkins extends JenkinsExtension implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
    /** All test classes share these agents, because each agent takes seconds to start. */
    private static final List<DumbSlave> AGENTS = new ArrayList<>();

    private static JenkinsRule shared;

    private SastJenkins ofClass;
    private SastJenkins ofTest;
    private GitServer git;

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        // A class with its own Jenkins may have run in the meantime.
        if (shared == null || shared.jenkins != Jenkins.getInstanceOrNull()) {
            shared = (JenkinsRule) super.resolveParameter(null, context);
            AGENTS.clear();
        } else {
            reset(shared.jenkins);
        }
        Class<?> test = context.getRequiredTestClass();
        int agents = 0;
        for (Field field : test.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                if (field.getType() == DumbSlave.class && options(context).agent()) {
                    fill(field, null, agent(agents++));
                } else if (field.getType() == JenkinsRule.class) {
                    fill(field, null, shared);
                } else if (field.getType() == SastJenkins.class) {
                    ofClass = SastJenkins.start(shared);
                    fill(field, null, ofClass);
                }
            }
        }
    }

    private static WithSast options(ExtensionContext context) {
        return AnnotationSupport.findAnnotation(context.getRequiredTestClass(), WithSast.class)
                .orElseThrow();
    }

    private static DumbSlave agent(int index) throws Exception {
        if (index == AGENTS.size()) {
            DumbSlave agent = shared.createOnlineSlave();
            agent.setMode(Node.Mode.EXCLUSIVE);
            AGENTS.add(agent);
        }
        return AGENTS.get(index);
    }

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        for (Field field : context.getRequiredTestClass().getDeclaredFields()) {
            if (field.getType() == SastJenkins.class && !Modifier.isStatic(field.getModifiers())) {
                ofTest = SastJenkins.start(shared);
                fill(field, context.getRequiredTestInstance(), ofTest);
            } else if (field.getType() == GitServer.class) {
                git = GitServer.start();
                fill(field, context.getRequiredTestInstance(), git);
            }
        }
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        try {
            if (options(context).noWarnings()) {
                Logs.assertNoWarnings(shared);
            }
        } finally {
            if (ofTest != null) {
                ofTest.close();
            }
            if (git != null) {
                git.close();
            }
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (ofClass != null) {
            ofClass.close();
        }
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return shared;
    }

    private static void fill(Field field, Object test, Object value) throws IllegalAccessException {
        field.setAccessible(true);
        field.set(test, value);
    }

    private static void reset(Jenkins jenkins) throws IOException, InterruptedException, ExecutionException {
        for (var item : jenkins.getItems()) {
            item.delete();
        }
        // Agents are kept, because a new agent could be mistaken for a removed agent with the same name.
        for (Node agent : jenkins.getNodes()) {
            Slave here = (Slave) agent;
            if (!AGENTS.contains(here)) {
                here.setMode(Node.Mode.EXCLUSIVE);
                here.toComputer()
                        .disconnect(new OfflineCause.UserCause(null, "Its tests are over."))
                        .get();
            }
            new FilePath(new File(here.getRemoteFS(), "workspace")).deleteRecursive();
        }
        jenkins.getRootPath().child("workspace").deleteRecursive();
        jenkins.setSecurityRealm(SecurityRealm.NO_AUTHENTICATION);
        jenkins.setAuthorizationStrategy(AuthorizationStrategy.UNSECURED);
        jenkins.setProxy(null);
        jenkins.setNumExecutors(2);
        SastConfiguration.get().setServers(List.of());
        SystemCredentialsProvider.getInstance().getCredentials().clear();
    }
}
