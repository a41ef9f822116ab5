import io.jenkins.plugins.sastscan.config.*
import io.jenkins.plugins.sastscan.client.UploadEncoding
def server = new SastServer('main', '%s', new AccessTokenAuthentication('token'))
server.allowPlainHttp = true
server.uploadEncoding = UploadEncoding.MULTIPART
server.uploadFrom = UploadFrom.%s
SastConfiguration.get().servers = [server]
