package io.jenkins.plugins.sastscan.service;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which machine sends the archive of an upload. */
enum SentFrom {
    CONTROLLER {
        @Override
        SastService service(SastService service) {
            return service;
        }
    },
    /** In this very process, but all that goes to the agent and comes back is serialized in between. */
    AGENT {
        @Override
        SastService service(SastService service) {
            return (SastService) Proxy.newProxyInstance(
                    SentFrom.class.getClassLoader(), new Class<?>[] {SastService.class}, (self, method, arguments) -> {
                        if (method.getName().equals("upload") && arguments[1] instanceof Path archive) {
                            upload(service, (long) arguments[0], archive, (ByteProgress) arguments[2]);
                            return null;
                        }
                        try {
                            return method.invoke(service, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }
    };

    /** The same operations, whose uploads are sent from there. */
    abstract SastService service(SastService service);

    /** As an agent archives and sends: the controller knows of the file what the agent told. */
    private static void upload(SastService service, long project, Path archive, ByteProgress progress)
            throws IOException, InterruptedException {
        byte[] bytes = Files.isRegularFile(archive) ? Files.readAllBytes(archive) : new byte[0];
        service.upload(
                project,
                archive.toString(),
                bytes.length,
                FormEncoding.encodedLength(bytes, 0, bytes.length),
                attempt -> travelled(travelled(attempt).send(progress)));
    }

    @SuppressWarnings("unchecked")
    static <T> T travelled(T value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }
}
