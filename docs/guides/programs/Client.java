// [start]
// The whole life of a client. Needs Java 17 or later, nothing else: java Client.java
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Duration;
import java.time.LocalDate;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

public class Client {
    static final String BANK = System.getenv().getOrDefault("BASE_URL", "http://127.0.0.1:8080");
    static final HttpClient HTTP = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    /** The texts of this name in JSON. Java has no reader of JSON of its own: in your program, use a library. */
    static List<String> members(String json, String name) {
        return Pattern.compile('"' + name + "\":\"([^\"]*)\"").matcher(json).results().map(found -> found.group(1)).toList();
    }

    static String member(String json, String name) {
        return members(json, name).stream().findFirst().orElseThrow(() -> new IllegalStateException("no " + name + " in " + json));
    }

    static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
            .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    }

    /** Sends a request, and says in a sentence that the bank is not there. */
    static HttpResponse<String> send(HttpRequest request) throws InterruptedException {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new IllegalStateException("The bank at " + BANK + " does not answer. Set BASE_URL. (" + failed + ")");
        }
    }

    // [call]
    /** A token, and how to get the next one. */
    static class Token {
        String value;

        /** Whether there is another token now. */
        boolean renew() throws Exception {
            return false;
        }
    }

    /** Sends one call. Waits where the bank asks to (429, 503), and renews the token once where it is no longer accepted (401). */
    static String call(String method, String path, Token token, String consentId, String body, String... more) throws Exception {
        var id = UUID.randomUUID().toString(); // the same for each repetition, so that a payment repeated is not a second payment
        var renewed = false;
        for (int attempt = 1; ; ) {
            var request = HttpRequest.newBuilder(URI.create(BANK).resolve(path))
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body))
                .header("X-Request-ID", id)
                .header("PSU-IP-Address", "192.0.2.10"); // of the customer, who is present; leave it out where your server reads on its own
            if (token != null) request.header("Authorization", "Bearer " + token.value);
            if (consentId != null) request.header("Consent-ID", consentId);
            if (body != null) request.header("Content-Type", "application/json");
            if (more.length > 0) request.headers(more);
            var response = send(request.build());
            var status = response.statusCode();
            if (status == 401 && token != null && !renewed && token.renew()) {
                renewed = true;
            } else if ((status == 429 || status == 503) && attempt < 5) {
                attempt++;
                Thread.sleep(1000 * response.headers().firstValueAsLong("Retry-After").orElse(1));
            } else if (status >= 400) {
                throw new IllegalStateException(method + " " + path + ": " + status + " " + response.body() + " (X-Request-ID " + id + ")");
            } else {
                return response.body();
            }
        }
    }

    // [register]
    record Registered(String id, String secret, String registrationUri, String registrationToken, String redirectUri) {}

    /** Where an issuer is asked for approvals and tokens, and clients are registered. */
    record Issuer(String authorization, String token, String registration) {
        static Issuer read(String path) throws Exception {
            var json = call("GET", path + "/.well-known/oauth-authorization-server", null, null, null);
            return new Issuer(member(json, "authorization_endpoint"), member(json, "token_endpoint"), member(json, "registration_endpoint"));
        }
    }

    /** Registers this program as a client (RFC 7591). One registration is valid at all issuers. */
    static Registered register(String redirectUri) throws Exception {
        var json = call("POST", Issuer.read("/v1.7/oauth/consents").registration(), null, null, """
            {"client_name": "My first client", "redirect_uris": ["%s"], "roles": ["PSP_AI", "PSP_PI"]}""".formatted(redirectUri));
        return new Registered(
            member(json, "client_id"),
            member(json, "client_secret"),
            member(json, "registration_client_uri"),
            member(json, "registration_access_token"),
            redirectUri);
    }

    // [token]
    /** Asks an issuer for tokens. The client's secret goes into the Authorization header. */
    static String requestToken(Registered client, Issuer issuer, Map<String, String> fields) throws Exception {
        var secret = Base64.getEncoder().encodeToString((client.id() + ":" + client.secret()).getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(URI.create(issuer.token()))
            .header("Authorization", "Basic " + secret)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form(fields)))
            .build();
        var response = send(request);
        if (response.statusCode() != 200) throw new IllegalStateException(issuer.token() + ": " + response.statusCode() + " " + response.body());
        return response.body();
    }

    /** A token of the client's own, with which it asks for consents and payments. */
    static Token clientToken(Registered client, Issuer issuer, String scope) throws Exception {
        var token = new Token() {
            @Override
            boolean renew() throws Exception {
                value = member(requestToken(client, issuer, Map.of("grant_type", "client_credentials", "scope", scope)), "access_token");
                return true;
            }
        };
        token.renew();
        return token;
    }

    // [consent]
    /** Asks for access to all accounts of a customer, for as long as the bank allows. */
    static String createConsent(Token token, String... more) throws Exception {
        return member(call("POST", "/v1.7/consents", token, null, """
            {
              "access": {"allPsd2": "allAccounts"},
              "recurringIndicator": true,
              "validUntil": "9999-12-31",
              "frequencyPerDay": 4,
              "combinedServiceIndicator": false
            }""", more), "consentId");
    }

    // [approve]
    /** Waits on this machine for customers who come back from the bank. */
    static class RedirectListener implements AutoCloseable {
        final HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        final BlockingQueue<Map<String, String>> arrived = new LinkedBlockingQueue<>();
        final String redirectUri = "http://127.0.0.1:" + server.getAddress().getPort() + "/back";

        RedirectListener() throws Exception {
            server.createContext("/back", exchange -> {
                var back = Pattern.compile("&").splitAsStream(exchange.getRequestURI().getRawQuery())
                    .map(field -> field.split("=", 2))
                    .collect(Collectors.toMap(field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
                var happened = back.containsKey("error") ? "Nothing was approved." : "Thank you.";
                var answer = (happened + " You can close this page.").getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
                arrived.add(back);
            });
            server.start();
        }

        @Override
        public void close() {
            server.stop(0);
        }
    }

    static void openBrowser(String browser, String url) {
        try {
            new ProcessBuilder(browser, url).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException failed) {
            throw new IllegalStateException("OPEN_BROWSER must name a program without arguments: " + failed.getMessage());
        }
    }

    /** The sentence for an answer with an error in place of the code. */
    static String notApproved(String error, String description) {
        return error.equals("access_denied")
            ? "The customer did not approve (access_denied)."
            : "The bank ended the approval (" + error + ": " + description + ").";
    }

    /** Sends the customer to the bank, waits for the answer, and redeems the code for the customer's token. */
    static CustomerToken approval(Registered client, RedirectListener listener, Issuer issuer, String scope) throws Exception {
        var random = new byte[32];
        new SecureRandom().nextBytes(random);
        var base64 = Base64.getUrlEncoder().withoutPadding();
        var verifier = base64.encodeToString(random);
        var state = UUID.randomUUID().toString();
        var asked = new LinkedHashMap<String, String>();
        asked.put("response_type", "code");
        asked.put("client_id", client.id());
        asked.put("redirect_uri", client.redirectUri());
        asked.put("scope", scope);
        asked.put("state", state);
        asked.put("code_challenge", base64.encodeToString(MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.UTF_8))));
        asked.put("code_challenge_method", "S256");
        var url = issuer.authorization() + "?" + form(asked);
        System.out.println("Open this address as the customer:\n" + url);
        var browser = System.getenv("OPEN_BROWSER");
        if (browser != null) openBrowser(browser, url);
        var back = listener.arrived.take();
        if (!state.equals(back.get("state"))) throw new IllegalStateException("This answer belongs to another request.");
        if (back.containsKey("error"))
            throw new IllegalStateException(notApproved(back.get("error"), back.get("error_description")));
        return new CustomerToken(client, issuer, requestToken(client, issuer, Map.of(
            "grant_type", "authorization_code",
            "code", back.get("code"),
            "redirect_uri", client.redirectUri(),
            "code_verifier", verifier)));
    }

    // [refresh]
    /** The customer's token. Each refresh answers with the refresh token to keep, which may be another one. */
    static class CustomerToken extends Token {
        final Registered client;
        final Issuer issuer;
        String refreshToken;

        CustomerToken(Registered client, Issuer issuer, String answer) {
            this.client = client;
            this.issuer = issuer;
            keep(answer);
        }

        void keep(String answer) {
            value = member(answer, "access_token");
            refreshToken = member(answer, "refresh_token");
        }

        @Override
        boolean renew() throws Exception {
            keep(requestToken(client, issuer, Map.of("grant_type", "refresh_token", "refresh_token", refreshToken)));
            return true;
        }
    }

    // [read]
    /** Prints the balances of all accounts and counts their transactions, page by page. */
    static void readAccounts(Token token, String consentId) throws Exception {
        var dateFrom = LocalDate.now().minusDays(60);
        for (var account : members(call("GET", "/v1.7/accounts", token, consentId, null), "resourceId")) {
            var balances = call("GET", "/v1.7/accounts/" + account + "/balances", token, consentId, null);
            var iban = member(balances, "iban");
            var list = balances.substring(balances.indexOf("\"balances\":")); // without the account, which has a currency too
            var types = members(list, "balanceType");
            for (int at = 0; at < types.size(); at++)
                System.out.println(iban + " " + types.get(at) + " " + members(list, "amount").get(at) + " " + members(list, "currency").get(at));
            var count = 0;
            var next = "/v1.7/accounts/" + account + "/transactions?bookingStatus=booked&dateFrom=" + dateFrom + "&limit=20";
            while (next != null) {
                var page = call("GET", next, token, consentId, null);
                count += members(page, "transactionId").size();
                var link = Pattern.compile("\"next\":\\{\"href\":\"([^\"]*)\"").matcher(page);
                next = link.find() ? link.group(1) : null;
            }
            System.out.println(iban + " " + count + " transactions since " + dateFrom);
        }
    }

    // [pay]
    static final Set<String> FINAL_STATUSES = Set.of("ACSC", "ACCC", "RJCT", "CANC");

    /** Makes a payment: the client asks, the customer approves exactly this, the bank pays. */
    static void pay(Registered client, RedirectListener listener) throws Exception {
        var issuer = Issuer.read("/v1.7/oauth/payments");
        var token = clientToken(client, issuer, "PIS");
        var payments = "/v1.7/payments/instant-sepa-credit-transfers";
        var paymentId = member(call("POST", payments, token, null, """
            {
              "instructedAmount": {"currency": "EUR", "amount": "1.50"},
              "creditorAccount": {"iban": "DE89370400440532013000"},
              "creditorName": "Coffee House",
              "endToEndIdentification": "COFFEE-%d",
              "remittanceInformationUnstructured": "One coffee"
            }""".formatted(System.currentTimeMillis())), "paymentId");
        approval(client, listener, issuer, "PIS:" + paymentId);
        String status;
        while (!FINAL_STATUSES.contains(status = member(call("GET", payments + "/" + paymentId + "/status", token, null, null), "transactionStatus")))
            Thread.sleep(1000);
        System.out.println("payment " + paymentId + " " + status);
    }

    // [mandate]
    /** The life of a mandate: java Client.java mandate. Up to 60 euros a month, from an account that the customer chooses. */
    static void mandateLife(Registered client, RedirectListener listener) throws Exception {
        var issuer = Issuer.read("/v2/oauth/mandates");
        var token = clientToken(client, issuer, "MANDATE");
        var mandate = member(call("POST", "/v2/mandates", token, null, """
            {
              "mandateId": "POWER-%d",
              "mandateType": {"localInstrumentCode": "CORE", "classificationCode": "VARI"},
              "occurrences": {"sequenceType": "RCUR", "frequencyType": "MNTH"},
              "maximumAmount": {"currency": "EUR", "amount": "60.00"},
              "creditor": {"name": "City Power"},
              "creditorSchemeIdentification": "DE98ZZZ09999999999",
              "creditorAccount": {"iban": "DE89370400440532013000"},
              "debtor": {"name": "Customer of City Power"}
            }""".formatted(System.nanoTime())), "resourceId");
        approval(client, listener, issuer, "MANDATE:" + mandate);
        printStatus(mandate, token);
        collect(mandate);
        // An active mandate ends when the customer agrees: 202, and the cancellation issuer asks the customer.
        call("DELETE", "/v2/mandates/" + mandate, token, null, null);
        approval(client, listener, Issuer.read("/v2/oauth/mandates/cancellation"), "MANDATE-CANCEL:" + mandate);
        printStatus(mandate, token);
    }

    static void printStatus(String mandate, Token token) throws Exception {
        var status = member(call("GET", "/v2/mandates/" + mandate + "/status", token, null, null), "mandateStatus");
        System.out.println("mandate " + mandate + " " + status);
    }

    /** The creditor's bank collects, not this interface. In the sandbox a command stands for it; COLLECT names it. */
    static void collect(String mandate) throws Exception {
        var named = System.getenv("COLLECT");
        var command = (named == null ? "npx openbank collect" : named) + " " + mandate + " --amount 12.00 --currency EUR";
        if (named == null) System.out.println("To collect, run: " + command);
        else if (new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor() != 0) throw new IllegalStateException(command);
    }

    // [notifications]
    /** Which of the bank's keys has this id. A real receiver reads the set again after an hour, as keys may be withdrawn, and where an id is new. */
    static PublicKey keyOf(String keySet, String kid) throws Exception {
        var keys = send(HttpRequest.newBuilder(URI.create(keySet)).build()).body();
        for (var jwk : keys.split("\\}")) {
            if (!members(jwk, "kid").contains(kid)) continue;
            var curve = AlgorithmParameters.getInstance("EC");
            curve.init(new ECGenParameterSpec("secp256r1"));
            var point = new ECPoint(number(member(jwk, "x")), number(member(jwk, "y")));
            return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class)));
        }
        throw new IllegalArgumentException("The bank has no such key.");
    }

    static BigInteger number(String base64) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(base64));
    }

    /** True if the bank has signed exactly these bytes for this address (RFC 7515 appendix F, RFC 7797). */
    static boolean isFromBank(String issuer, String keySet, String address, String jws, String requestId, byte[] raw) {
        try {
            var parts = jws.split("\\.");
            var header = new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.UTF_8);
            if (!member(header, "alg").equals("ES256") || !member(header, "iss").equals(issuer) || !member(header, "aud").equals(address)) return false;
            if (!member(header, "jti").equals(requestId)) return false;
            var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initVerify(keyOf(keySet, member(header, "kid")));
            signature.update((parts[0] + ".").getBytes(StandardCharsets.UTF_8));
            signature.update(raw);
            return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
        } catch (Exception malformed) {
            return false;
        }
    }

    /** A thread that does not keep the program running. */
    static Thread daemon(Runnable task) {
        var thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    }

    /** A receiver of notifications: java Client.java notifications. Creates a consent, deletes it, and prints the notification of that. */
    static void notifications() throws Exception {
        var metadata = call("GET", "/v1.7/oauth/consents/.well-known/oauth-authorization-server", null, null, null);
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(Client::daemon)); // one request whose body does not arrive holds up no other
        var origin = "http://127.0.0.1:" + server.getAddress().getPort();
        var address = origin + "/notifications"; // must be under the origin of a redirect URI
        var received = new LinkedBlockingQueue<String>();
        var seen = ConcurrentHashMap.<String>newKeySet();
        server.createContext("/notifications", exchange -> {
            var raw = exchange.getRequestBody().readNBytes(65_536);
            var more = exchange.getRequestBody().transferTo(OutputStream.nullOutputStream()) > 0; // larger than a notification can be
            if (more) {
                exchange.sendResponseHeaders(413, -1);
                exchange.close();
                return;
            }
            var headers = exchange.getRequestHeaders();
            var genuine = isFromBank(
                member(metadata, "issuer"), member(metadata, "jwks_uri"), address,
                headers.getFirst("x-jws-signature"), headers.getFirst("X-Request-ID"), raw);
            // Answered at once: the bank waits 3 seconds, and repeats what was not answered with 2xx.
            exchange.sendResponseHeaders(genuine ? 204 : 401, -1);
            exchange.close();
            if (!genuine) System.out.println("refused: not signed by the bank");
            else if (seen.add(headers.getFirst("X-Request-ID"))) received.add(new String(raw, StandardCharsets.UTF_8)); // else delivered twice
        });
        server.start();
        System.out.println("listening at " + address);
        var client = register(origin + "/back");
        try {
            var token = clientToken(client, Issuer.read("/v1.7/oauth/consents"), "AIS");
            var consentId = createConsent(token, "TPP-Notification-URI", address);
            call("DELETE", "/v1.7/consents/" + consentId, token, null, null);
            System.out.println("received " + received.take());
        } finally {
            remove(client);
            server.stop(0);
        }
    }

    // [remove]
    /** Removes the client with its tokens and consents (RFC 7592). */
    static void remove(Registered client) throws Exception {
        var token = new Token();
        token.value = client.registrationToken();
        call("DELETE", client.registrationUri(), token, null, null);
    }

    // [run]
    static void wholeLife(Registered client, RedirectListener listener) throws Exception {
        var issuer = Issuer.read("/v1.7/oauth/consents");
        var own = clientToken(client, issuer, "AIS");
        var consentId = createConsent(own);
        var token = approval(client, listener, issuer, "AIS:" + consentId);
        readAccounts(token, consentId);
        token.renew();
        System.out.println("refreshed");
        pay(client, listener);
        call("DELETE", "/v1.7/consents/" + consentId, own, null, null);
    }

    /** A failure is printed as a sentence and ends the program with exit code 1, whatever still listens. */
    public static void main(String[] arguments) throws Exception {
        for (int at = 0; at < arguments.length; at++) {
            if (at == 0 && Set.of("mandate", "notifications").contains(arguments[at])) continue;
            System.err.println("The argument \"" + arguments[at] + "\" is unknown: Client.java takes no argument, \"mandate\" or \"notifications\".");
            System.exit(2);
        }
        try {
            run(arguments);
        } catch (IllegalStateException failed) {
            System.err.println(failed.getMessage());
            System.exit(1);
        }
    }

    static void run(String[] arguments) throws Exception {
        if (List.of(arguments).contains("notifications")) {
            notifications();
            return;
        }
        try (var listener = new RedirectListener()) {
            var client = register(listener.redirectUri);
            System.out.println("client " + client.id());
            try {
                if (List.of(arguments).contains("mandate")) mandateLife(client, listener);
                else wholeLife(client, listener);
            } finally {
                remove(client);
            }
        }
        System.out.println("removed");
    }
}
