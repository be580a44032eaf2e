// Five calls with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"bank"

	"github.com/google/uuid"
)

// The customer is there: these reads do not count against the consent's frequency.
const customer = "192.0.2.10"

func client(token string) *bank.APIClient {
	configuration := bank.NewConfiguration()
	configuration.Servers = bank.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	configuration.AddDefaultHeader("Authorization", "Bearer "+token)
	return bank.NewAPIClient(configuration)
}

func print(name string, result string, err error) {
	if err != nil {
		result = "error " + strings.Join(strings.Fields(err.Error()), " ")
	}
	fmt.Println(name, result)
}

// The code of a refusal, from the model that the error carries.
func code(err error) (string, error) {
	var failed *bank.GenericOpenAPIError
	if !errors.As(err, &failed) {
		return "", fmt.Errorf("no refusal: %w", err)
	}
	messages, isTyped := failed.Model().(bank.TppMessages)
	if !isTyped {
		return "", fmt.Errorf("the error carries %T", failed.Model())
	}
	return string(messages.TppMessages[0].Code), nil
}

func main() {
	ctx, consent, iban := context.Background(), os.Getenv("CONSENT_ID"), os.Getenv("CREDITOR_IBAN")
	reader, payer := client(os.Getenv("CUSTOMER_TOKEN")), client(os.Getenv("PAYMENTS_TOKEN"))

	list, _, err := reader.AccountsAPI.ListAccounts(ctx).XRequestID(uuid.NewString()).ConsentID(consent).PSUIPAddress(customer).Execute()
	ids := []string{}
	for _, one := range list.GetAccounts() {
		ids = append(ids, one.ResourceId)
	}
	print("list", strings.Join(ids, ","), err)

	loans, _, err := reader.LoansAPI.ListAccountLoans(ctx, os.Getenv("BRANCH_NUMBER"), os.Getenv("ACCOUNT_NUMBER")).
		XRequestID(uuid.NewString()).ConsentID(consent).PSUIPAddress(customer).Execute()
	ids = []string{}
	for _, one := range loans.GetLoans() {
		ids = append(ids, one.LoanAccountId)
	}
	print("segment", strings.Join(ids, ","), err)

	read, err := payment(ctx, payer, iban)
	print("post", read, err)

	_, response, err := reader.AccountsAPI.ReadAccount(ctx, uuid.NewString()).XRequestID(uuid.NewString()).ConsentID(consent).PSUIPAddress(customer).Execute()
	text, err := code(err)
	print("notFound", fmt.Sprint(response.StatusCode, " ", text), err)

	result := "never refused"
	enough, err := strconv.Atoi(os.Getenv("ENOUGH_CALLS"))
	for calls := 0; calls < enough && err == nil; calls += 1 {
		_, response, failed := reader.LoansAPI.ListAllLoans(ctx).XRequestID(uuid.NewString()).ConsentID(consent).PSUIPAddress(customer).Execute()
		if failed != nil {
			text, err = code(failed)
			result = fmt.Sprint(response.StatusCode, " ", text, " ", response.Header.Get("Retry-After"))
			break
		}
	}
	print("tooMany", result, err)
}

func payment(ctx context.Context, payer *bank.APIClient, iban string) (string, error) {
	account := bank.NewAccountReferenceInRequest()
	account.SetIban(iban)
	request := bank.NewPaymentRequest(*bank.NewRequestedAmountInRequest("EUR", "12.50"), *account, "Bookshop")
	product := "sepa-credit-transfers"
	created, _, err := payer.PaymentsAPI.CreatePayment(ctx, product).XRequestID(uuid.NewString()).PaymentRequest(*request).Execute()
	if err != nil {
		return "", err
	}
	read, _, err := payer.PaymentsAPI.ReadPayment(ctx, product, created.GetPaymentId()).XRequestID(uuid.NewString()).Execute()
	if err != nil {
		return "", err
	}
	return read.CreditorAccount.GetIban(), nil
}
