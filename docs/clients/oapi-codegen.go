// Five calls with the client that oapi-codegen makes for Go.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"

	"check/bank"

	"github.com/google/uuid"
)

// The customer is there: these reads do not count against the consent's frequency.
var customer = "192.0.2.10"

func client(token string) *bank.ClientWithResponses {
	made, err := bank.NewClientWithResponses(os.Getenv("BASE_URL"), bank.WithRequestEditorFn(
		func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", "Bearer "+token)
			return nil
		}))
	if err != nil {
		panic(err)
	}
	return made
}

func print(name string, work func() (string, error)) {
	defer func() {
		if failed := recover(); failed != nil {
			fmt.Println(name, "error", failed)
		}
	}()
	result, err := work()
	if err != nil {
		result = "error " + strings.Join(strings.Fields(err.Error()), " ")
	}
	fmt.Println(name, result)
}

func main() {
	ctx, consent := context.Background(), os.Getenv("CONSENT_ID")
	reader, payer := client(os.Getenv("CUSTOMER_TOKEN")), client(os.Getenv("PAYMENTS_TOKEN"))

	print("list", func() (string, error) {
		answer, err := reader.ListAccountsWithResponse(ctx, &bank.ListAccountsParams{XRequestID: uuid.NewString(), ConsentID: consent, PSUIPAddress: &customer})
		if err != nil {
			return "", err
		}
		ids := []string{}
		for _, one := range answer.JSON200.Accounts {
			ids = append(ids, one.ResourceId.String())
		}
		return strings.Join(ids, ","), nil
	})
	print("segment", func() (string, error) {
		answer, err := reader.ListAccountLoansWithResponse(ctx, os.Getenv("BRANCH_NUMBER"), os.Getenv("ACCOUNT_NUMBER"),
			&bank.ListAccountLoansParams{XRequestID: uuid.NewString(), ConsentID: consent, PSUIPAddress: &customer})
		if err != nil {
			return "", err
		}
		ids := []string{}
		for _, one := range answer.JSON200.Loans {
			ids = append(ids, one.LoanAccountId.String())
		}
		return strings.Join(ids, ","), nil
	})
	print("post", func() (string, error) { return payment(ctx, payer) })
	print("notFound", func() (string, error) {
		answer, err := reader.ReadAccountWithResponse(ctx, uuid.New(), &bank.ReadAccountParams{XRequestID: uuid.NewString(), ConsentID: consent, PSUIPAddress: &customer})
		if err != nil {
			return "", err
		}
		return fmt.Sprint(answer.StatusCode(), " ", answer.JSON404.TppMessages[0].Code), nil
	})
	print("tooMany", func() (string, error) {
		enough, err := strconv.Atoi(os.Getenv("ENOUGH_CALLS"))
		for calls := 0; calls < enough && err == nil; calls += 1 {
			answer, err := reader.ListAllLoansWithResponse(ctx, &bank.ListAllLoansParams{XRequestID: uuid.NewString(), ConsentID: consent, PSUIPAddress: &customer})
			if err != nil {
				return "", err
			}
			if answer.StatusCode() != http.StatusOK {
				code, retryAfter := answer.JSON429.TppMessages[0].Code, answer.HTTPResponse.Header.Get("Retry-After")
				return fmt.Sprint(answer.StatusCode(), " ", code, " ", retryAfter), nil
			}
		}
		return "never refused", err
	})
}

func payment(ctx context.Context, payer *bank.ClientWithResponses) (string, error) {
	iban := os.Getenv("CREDITOR_IBAN")
	created, err := payer.CreatePaymentWithResponse(ctx, "sepa-credit-transfers", &bank.CreatePaymentParams{XRequestID: uuid.NewString()},
		bank.PaymentRequest{
			InstructedAmount: bank.RequestedAmountInRequest{Currency: "EUR", Amount: "12.50"},
			CreditorAccount:  bank.AccountReferenceInRequest{Iban: &iban},
			CreditorName:     "Bookshop",
		})
	if err != nil {
		return "", err
	}
	read, err := payer.ReadPaymentWithResponse(ctx, "sepa-credit-transfers", created.JSON201.PaymentId,
		&bank.ReadPaymentParams{XRequestID: uuid.NewString()})
	if err != nil {
		return "", err
	}
	return *read.JSON200.CreditorAccount.Iban, nil
}
