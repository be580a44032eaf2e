#!/usr/bin/env bash
# Packages: the JDK's `java.net.http` (17) and Maven `org.apache.httpcomponents:httpclient` 4.5.14.
# Expected: a client that follows a redirect to another host leaves out `Authorization` and `Cookie`, as curl, browsers, Go's net/http,
#   Python's requests and OkHttp (`Authorization`) do.
# Observed: `java.net.http` with `Redirect.NORMAL` and HttpClient 4 by default send both to the other host.
# Why people in this field meet it: interfaces with OAuth redirect to the client's or another bank's pages (303), and calls carry the
#   customer's access token and consent id. The other host, or its log, then has a token for the customer's accounts.
# Remedy: leave `followRedirects` out; `HttpClients.custom().disableRedirectHandling()`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'XML'
<project><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>example</artifactId><version>1</version><dependencies>
<dependency><groupId>org.apache.httpcomponents</groupId><artifactId>httpclient</artifactId><version>4.5.14</version></dependency>
</dependencies></project>
XML
mvn -q -B dependency:copy-dependencies -DoutputDirectory=lib >install.log 2>&1 || { cat install.log; exit 1; }
cat >Redirects.java <<'JAVA'
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.impl.client.HttpClients;

public class Redirects {
  static final List<String> heard = new ArrayList<>();

  static HttpServer server(String location) throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(0), 0);
    server.createContext("/", exchange -> {
      Headers headers = exchange.getRequestHeaders();
      if (location == null) heard.add(headers.getFirst("Authorization") + ", " + headers.getFirst("Cookie"));
      else exchange.getResponseHeaders().set("Location", location);
      exchange.sendResponseHeaders(location == null ? 200 : 303, -1);
      exchange.close();
    });
    server.start();
    return server;
  }

  public static void main(String[] arguments) throws Exception {
    HttpServer other = server(null);
    HttpServer bank = server("http://localhost:" + other.getAddress().getPort() + "/back");
    String address = "http://127.0.0.1:" + bank.getAddress().getPort() + "/";
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).header("Authorization", "Bearer token").header("Cookie", "a=b").build();
    HttpClient following = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
    following.send(request, HttpResponse.BodyHandlers.discarding());
    HttpGet get = new HttpGet(address);
    get.setHeader("Authorization", "Bearer token");
    get.setHeader("Cookie", "a=b");
    HttpClients.createDefault().execute(get).close();
    System.out.println("The other host got from java.net.http and from HttpClient 4: " + heard);
    System.exit(heard.equals(List.of("Bearer token, a=b", "Bearer token, a=b")) ? 0 : 1);
  }
}
JAVA
if java -cp 'lib/*' Redirects.java; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
