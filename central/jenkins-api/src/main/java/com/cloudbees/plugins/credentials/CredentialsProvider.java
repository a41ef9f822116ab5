package com.cloudbees.plugins.credentials;

import com.cloudbees.plugins.credentials.common.IdCredentials;
import com.cloudbees.plugins.credentials.domains.DomainRequirement;
import hudson.model.Describable;
import hudson.model.Descriptor;
import hudson.model.Item;
import hudson.model.ItemGroup;
import hudson.model.Run;
import hudson.security.Permission;
import java.util.List;
import org.springframework.security.core.Authentication;

public abstract class CredentialsProvider extends Descriptor<CredentialsProvider>
        implements Describable<CredentialsProvider> {
    public static final Permission USE_ITEM = null;

    private CredentialsProvider() {}

    public static <C extends IdCredentials> C findCredentialById(
            String id, Class<C> type, Run<?, ?> run, List<DomainRequirement> domainRequirements) {
        throw new UnsupportedOperationException();
    }

    public static <C extends Credentials> List<C> lookupCredentialsInItem(
            Class<C> type, Item item, Authentication authentication, List<DomainRequirement> domainRequirements) {
        throw new UnsupportedOperationException();
    }

    public static <C extends Credentials> List<C> lookupCredentialsInItemGroup(
            Class<C> type,
            ItemGroup itemGroup,
            Authentication authentication,
            List<DomainRequirement> domainRequirements) {
        throw new UnsupportedOperationException();
    }

    public static <C extends Credentials> C track(Run build, C credentials) {
        throw new UnsupportedOperationException();
    }
}
