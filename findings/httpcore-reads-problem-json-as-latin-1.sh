#!/usr/bin/env bash
# Packages: Maven `org.apache.httpcomponents:httpclient` 4.5.14 with `httpcore` 4.4.16, on Java 11 or later.
# Expected: EntityUtils.toString(entity) decodes every JSON type without a charset as UTF-8, as it does `application/json`.
# Observed: `application/json` is decoded as UTF-8, `application/problem+json` as ISO-8859-1: "דנה" becomes "×××", without an error.
# Why people in this field meet it: Berlin Group interfaces answer errors as `application/problem+json` (RFC 9457), which has no charset
#   parameter, with texts in the language of the country. HttpClient 4 is the HTTP client of many banks' Java systems.
# Remedy: EntityUtils.toString(entity, StandardCharsets.UTF_8); a server can escape what is not ASCII.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'XML'
<project><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>example</artifactId><version>1</version><dependencies>
<dependency><groupId>org.apache.httpcomponents</groupId><artifactId>httpclient</artifactId><version>4.5.14</version></dependency>
<dependency><groupId>org.apache.httpcomponents</groupId><artifactId>httpcore</artifactId><version>4.4.16</version></dependency>
</dependencies></project>
XML
mvn -q -B -Dmaven.repo.local="$folder/maven" \
  org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=lib >install.log 2>&1 || { cat install.log; exit 1; }
cat >Types.java <<'JAVA'
import com.sun.net.httpserver.HttpServer;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;

public class Types {
  public static void main(String[] arguments) throws Exception {
    String sent = "{\"title\":\"\u05d3\u05e0\u05d4\"}";
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> {
      byte[] body = sent.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", exchange.getRequestURI().getPath().substring(1));
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    boolean asDescribed = true;
    try (CloseableHttpClient client = HttpClients.createDefault()) {
      for (String type : new String[] {"application/json", "application/problem+json"}) {
        HttpGet get = new HttpGet("http://127.0.0.1:" + server.getAddress().getPort() + "/" + type);
        String read = EntityUtils.toString(client.execute(get).getEntity());
        String latin = new String(sent.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        out.println(type + ": sent " + sent + ", read " + read);
        asDescribed &= read.equals(type.equals("application/json") ? sent : latin);
      }
    }
    server.stop(0);
    System.exit(asDescribed ? 0 : 1);
  }
}
JAVA
if java -cp 'lib/*' Types.java; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
