// Five calls with the client that openapi-generator makes for Java (library native).
import bank.ApiClient;
import bank.ApiException;
import bank.api.AccountsApi;
import bank.api.LoansApi;
import bank.api.PaymentsApi;
import bank.model.AccountReferenceInRequest;
import bank.model.PaymentRequest;
import bank.model.RequestedAmountInRequest;
import bank.model.TppMessages;
import java.util.UUID;
import java.util.stream.Collectors;

public class FiveCalls {
  interface Call {
    String run() throws Exception;
  }

  static final String CONSENT = env("CONSENT_ID");

  // The customer is there: these reads do not count against the consent's frequency.
  static final String CUSTOMER = "192.0.2.10";

  static String env(String name) {
    return System.getenv(name);
  }

  static ApiClient client(String token) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(env("BASE_URL"));
    // The generated code has no tokens, and accepts errors in both forms: the last header of a name counts with setHeader.
    client.setRequestInterceptor(
        request -> request.setHeader("Authorization", "Bearer " + token).setHeader("Accept", "application/json"));
    return client;
  }

  static void print(String name, Call call) {
    try {
      System.out.println(name + " " + call.run());
    } catch (Exception error) {
      System.out.println(name + " error " + error.toString().replaceAll("\\s+", " "));
    }
  }

  static String code(ApiClient client, ApiException error) throws Exception {
    TppMessages messages = client.getObjectMapper().readValue(error.getResponseBody(), TppMessages.class);
    return error.getCode() + " " + messages.getTppMessages().get(0).getCode();
  }

  static String payment(PaymentsApi payments) throws Exception {
    PaymentRequest request = new PaymentRequest()
        .instructedAmount(new RequestedAmountInRequest().currency("EUR").amount("12.50"))
        .creditorAccount(new AccountReferenceInRequest().iban(env("CREDITOR_IBAN")))
        .creditorName("Bookshop");
    UUID id = payments.createPayment(PaymentsApi.APICreatePaymentRequest.newBuilder()
        .paymentProduct("sepa-credit-transfers").xRequestID(UUID.randomUUID().toString()).paymentRequest(request).build()).getPaymentId();
    return payments.readPayment(PaymentsApi.APIReadPaymentRequest.newBuilder()
        .paymentProduct("sepa-credit-transfers").paymentId(id).xRequestID(UUID.randomUUID().toString()).build()).getCreditorAccount().getIban();
  }

  static String notFound(ApiClient client, AccountsApi accounts) throws Exception {
    try {
      accounts.readAccount(AccountsApi.APIReadAccountRequest.newBuilder()
          .accountId(UUID.randomUUID()).xRequestID(UUID.randomUUID().toString()).consentID(CONSENT).psUIPAddress(CUSTOMER).build());
      return "not refused";
    } catch (ApiException error) {
      return code(client, error);
    }
  }

  static String tooMany(ApiClient client, LoansApi loans) throws Exception {
    for (int calls = 0; calls < Integer.parseInt(env("ENOUGH_CALLS")); calls += 1) {
      try {
        loans.listAllLoans(LoansApi.APIListAllLoansRequest.newBuilder().xRequestID(UUID.randomUUID().toString()).consentID(CONSENT).psUIPAddress(CUSTOMER).build());
      } catch (ApiException error) {
        return code(client, error) + " " + error.getResponseHeaders().firstValue("Retry-After").orElse("");
      }
    }
    return "never refused";
  }

  public static void main(String[] arguments) {
    ApiClient reader = client(env("CUSTOMER_TOKEN"));
    AccountsApi accounts = new AccountsApi(reader);
    LoansApi loans = new LoansApi(reader);
    PaymentsApi payments = new PaymentsApi(client(env("PAYMENTS_TOKEN")));
    print("list", () -> accounts.listAccounts(AccountsApi.APIListAccountsRequest.newBuilder()
        .xRequestID(UUID.randomUUID().toString()).consentID(CONSENT).psUIPAddress(CUSTOMER).build())
        .getAccounts().stream().map(one -> one.getResourceId().toString()).collect(Collectors.joining(",")));
    print("segment", () -> loans.listAccountLoans(LoansApi.APIListAccountLoansRequest.newBuilder()
        .branchNumber(env("BRANCH_NUMBER")).accountNumber(env("ACCOUNT_NUMBER"))
        .xRequestID(UUID.randomUUID().toString()).consentID(CONSENT).psUIPAddress(CUSTOMER).build())
        .getLoans().stream().map(one -> one.getLoanAccountId().toString()).collect(Collectors.joining(",")));
    print("post", () -> payment(payments));
    print("notFound", () -> notFound(reader, accounts));
    print("tooMany", () -> tooMany(reader, loans));
  }
}
