// [start]
// The whole life of a client. Needs Go 1.21 or later, nothing else: go run client.go
package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

var bank = "http://127.0.0.1:8080"

type object = map[string]any

func random() []byte {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return bytes
}

func newID() string {
	b := random()
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

// Sends a request, and says in a sentence that the bank is not there.
func send(request *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("The bank at %s does not answer. Set BASE_URL. (%w)", bank, err)
	}
	return response, nil
}

// [call]

// A token, and how to get the next one; renew is nil where there is none.
type token struct {
	value string
	renew func() error
}

// What a call may carry.
type with struct {
	token     *token
	consentID string
	body      any
	// The address that changes are sent to.
	notifyAt string
}

// Sends one call and reads the answer into into. Waits where the bank asks to (429, 503), and renews the token once where it
// is no longer accepted (401).
func call(method, path string, with with, into any) error {
	id := newID() // the same for each repetition, so that a payment repeated is not a second payment
	body := []byte{}
	if with.body != nil {
		body, _ = json.Marshal(with.body)
	}
	if !strings.HasPrefix(path, "http") {
		path = bank + path
	}
	for attempt, renewed := 1, false; ; {
		request, err := http.NewRequest(method, path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("X-Request-ID", id)
		request.Header.Set("PSU-IP-Address", "192.0.2.10") // of the customer, who is present; leave it out where your server reads on its own
		if with.token != nil {
			request.Header.Set("Authorization", "Bearer "+with.token.value)
		}
		if with.consentID != "" {
			request.Header.Set("Consent-ID", with.consentID)
		}
		if with.body != nil {
			request.Header.Set("Content-Type", "application/json")
		}
		if with.notifyAt != "" {
			request.Header.Set("TPP-Notification-URI", with.notifyAt)
		}
		response, err := send(request)
		if err != nil {
			return err
		}
		text, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil {
			return err
		}
		status := response.StatusCode
		switch {
		case status == 401 && with.token != nil && with.token.renew != nil && !renewed:
			renewed = true
			if err := with.token.renew(); err != nil {
				return err
			}
		case (status == 429 || status == 503) && attempt < 5:
			attempt++
			seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
			time.Sleep(time.Duration(max(seconds, 1)) * time.Second)
		case status >= 400:
			return fmt.Errorf("%s %s: %d %s (X-Request-ID %s)", method, path, status, text, id)
		case into == nil:
			return nil
		default:
			return json.Unmarshal(text, into)
		}
	}
}

// [register]

type client struct {
	ID                string `json:"client_id"`
	Secret            string `json:"client_secret"`
	RegistrationURI   string `json:"registration_client_uri"`
	RegistrationToken string `json:"registration_access_token"`
	redirectURI       string
}

// Where an issuer is asked for approvals and tokens, and clients are registered.
type issuer struct {
	Authorization string `json:"authorization_endpoint"`
	Token         string `json:"token_endpoint"`
	Registration  string `json:"registration_endpoint"`
}

func readIssuer(path string) (found issuer, err error) {
	err = call("GET", path+"/.well-known/oauth-authorization-server", with{}, &found)
	return found, err
}

// Registers this program as a client (RFC 7591). One registration is valid at all issuers.
func register(redirectURI string) (*client, error) {
	consents, err := readIssuer("/v1.7/oauth/consents")
	if err != nil {
		return nil, err
	}
	asked := object{"client_name": "My first client", "redirect_uris": []string{redirectURI}, "roles": []string{"PSP_AI", "PSP_PI"}}
	registered := client{redirectURI: redirectURI}
	return &registered, call("POST", consents.Registration, with{body: asked}, &registered)
}

// [token]

type tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}

// Asks an issuer for tokens. The client's secret goes into the Authorization header.
func (client *client) requestTokens(issuer issuer, fields url.Values) (answer tokens, err error) {
	request, err := http.NewRequest("POST", issuer.Token, strings.NewReader(fields.Encode()))
	if err != nil {
		return answer, err
	}
	request.SetBasicAuth(client.ID, client.Secret)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := send(request)
	if err != nil {
		return answer, err
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		text, _ := io.ReadAll(response.Body)
		return answer, fmt.Errorf("%s: %d %s", issuer.Token, response.StatusCode, text)
	}
	err = json.NewDecoder(response.Body).Decode(&answer)
	return answer, err
}

// A token of the client's own, with which it asks for consents and payments.
func (client *client) ownToken(issuer issuer, scope string) (*token, error) {
	own := &token{}
	own.renew = func() error {
		answer, err := client.requestTokens(issuer, url.Values{"grant_type": {"client_credentials"}, "scope": {scope}})
		own.value = answer.Access
		return err
	}
	return own, own.renew()
}

// [consent]

// Asks for access to all accounts of a customer, for as long as the bank allows.
func createConsent(own *token, notifyAt string) (string, error) {
	asked := object{
		"access":                   object{"allPsd2": "allAccounts"},
		"recurringIndicator":       true,
		"validUntil":               "9999-12-31",
		"frequencyPerDay":          4,
		"combinedServiceIndicator": false,
	}
	var answer struct{ ConsentID string }
	err := call("POST", "/v1.7/consents", with{token: own, body: asked, notifyAt: notifyAt}, &answer)
	return answer.ConsentID, err
}

// [approve]

// Waits on this machine for customers who come back from the bank. Returns the address to come back to.
func listen() (string, <-chan url.Values, error) {
	arrived := make(chan url.Values, 1)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	http.HandleFunc("/back", func(response http.ResponseWriter, request *http.Request) {
		back := request.URL.Query()
		happened := "Thank you."
		if back.Has("error") {
			happened = "Nothing was approved."
		}
		fmt.Fprint(response, happened, " You can close this page.")
		arrived <- back
	})
	go http.Serve(listener, nil)
	return fmt.Sprintf("http://%s/back", listener.Addr()), arrived, nil
}

// The sentence for an answer with an error in place of the code.
func notApproved(code, description string) error {
	if code == "access_denied" {
		return errors.New("The customer did not approve (access_denied).")
	}
	return fmt.Errorf("The bank ended the approval (%s: %s).", code, description)
}

// Sends the customer to the bank, waits for the answer, and redeems the code for the customer's token.
func (client *client) approval(arrived <-chan url.Values, issuer issuer, scope string) (*token, error) {
	verifier, state := base64.RawURLEncoding.EncodeToString(random()), newID()
	challenge := sha256.Sum256([]byte(verifier))
	address := issuer.Authorization + "?" + url.Values{
		"response_type":         {"code"},
		"client_id":             {client.ID},
		"redirect_uri":          {client.redirectURI},
		"scope":                 {scope},
		"state":                 {state},
		"code_challenge":        {base64.RawURLEncoding.EncodeToString(challenge[:])},
		"code_challenge_method": {"S256"},
	}.Encode()
	fmt.Printf("Open this address as the customer:\n%s\n", address)
	if browser := os.Getenv("OPEN_BROWSER"); browser != "" {
		if err := exec.Command(browser, address).Start(); err != nil {
			return nil, fmt.Errorf("OPEN_BROWSER must name a program without arguments: %w", err)
		}
	}
	back := <-arrived
	if back.Get("state") != state {
		return nil, errors.New("This answer belongs to another request.")
	}
	if back.Has("error") {
		return nil, notApproved(back.Get("error"), back.Get("error_description"))
	}
	first, err := client.requestTokens(issuer, url.Values{
		"grant_type": {"authorization_code"}, "code": {back.Get("code")}, "redirect_uri": {client.redirectURI}, "code_verifier": {verifier},
	})
	return client.customerToken(issuer, first), err
}

// [refresh]

// The customer's token. Each refresh answers with the refresh token to keep, which may be another one.
func (client *client) customerToken(issuer issuer, last tokens) *token {
	customers := &token{value: last.Access}
	customers.renew = func() error {
		next, err := client.requestTokens(issuer, url.Values{"grant_type": {"refresh_token"}, "refresh_token": {last.Refresh}})
		if err == nil {
			last, customers.value = next, next.Access
		}
		return err
	}
	return customers
}

// [read]

type account struct {
	ResourceID, Iban string
	Balances         []struct {
		BalanceType   string
		BalanceAmount struct{ Amount, Currency string }
	}
}

type page struct {
	Transactions struct {
		Booked []object
		Links  struct{ Next struct{ Href string } } `json:"_links"`
	}
}

// Prints the balances of all accounts and counts their transactions, page by page.
func readAccounts(customers *token, consentID string) error {
	var list struct{ Accounts []account }
	if err := call("GET", "/v1.7/accounts?withBalance=true", with{token: customers, consentID: consentID}, &list); err != nil {
		return err
	}
	dateFrom := time.Now().AddDate(0, 0, -60).Format(time.DateOnly)
	for _, account := range list.Accounts {
		for _, balance := range account.Balances {
			fmt.Println(account.Iban, balance.BalanceType, balance.BalanceAmount.Amount, balance.BalanceAmount.Currency)
		}
		count := 0
		next := fmt.Sprintf("/v1.7/accounts/%s/transactions?bookingStatus=booked&dateFrom=%s&limit=20", account.ResourceID, dateFrom)
		for next != "" {
			var page page
			if err := call("GET", next, with{token: customers, consentID: consentID}, &page); err != nil {
				return err
			}
			count += len(page.Transactions.Booked)
			next = page.Transactions.Links.Next.Href
		}
		fmt.Println(account.Iban, count, "transactions since", dateFrom)
	}
	return nil
}

// [pay]

// Makes a payment: the client asks, the customer approves exactly this, the bank pays.
func pay(client *client, arrived <-chan url.Values) error {
	issuer, err := readIssuer("/v1.7/oauth/payments")
	if err != nil {
		return err
	}
	own, err := client.ownToken(issuer, "PIS")
	if err != nil {
		return err
	}
	const payments = "/v1.7/payments/instant-sepa-credit-transfers"
	asked := object{
		"instructedAmount":                  object{"currency": "EUR", "amount": "1.50"},
		"creditorAccount":                   object{"iban": "DE89370400440532013000"},
		"creditorName":                      "Coffee House",
		"endToEndIdentification":            fmt.Sprintf("COFFEE-%d", time.Now().UnixNano()),
		"remittanceInformationUnstructured": "One coffee",
	}
	var payment struct{ PaymentID string }
	if err := call("POST", payments, with{token: own, body: asked}, &payment); err != nil {
		return err
	}
	if _, err := client.approval(arrived, issuer, "PIS:"+payment.PaymentID); err != nil {
		return err
	}
	for {
		var now struct{ TransactionStatus string }
		if err := call("GET", payments+"/"+payment.PaymentID+"/status", with{token: own}, &now); err != nil {
			return err
		}
		switch now.TransactionStatus {
		case "ACSC", "ACCC", "RJCT", "CANC":
			fmt.Println("payment", payment.PaymentID, now.TransactionStatus)
			return nil
		}
		time.Sleep(time.Second)
	}
}

// [mandate]

// The life of a mandate: go run client.go mandate. Up to 60 euros a month, from an account that the customer chooses.
func mandateLife(client *client, arrived <-chan url.Values) error {
	issuer, err := readIssuer("/v2/oauth/mandates")
	if err != nil {
		return err
	}
	own, err := client.ownToken(issuer, "MANDATE")
	if err != nil {
		return err
	}
	asked := object{
		"mandateId":                    fmt.Sprintf("POWER-%d", time.Now().UnixNano()),
		"mandateType":                  object{"localInstrumentCode": "CORE", "classificationCode": "VARI"},
		"occurrences":                  object{"sequenceType": "RCUR", "frequencyType": "MNTH"},
		"maximumAmount":                object{"currency": "EUR", "amount": "60.00"},
		"creditor":                     object{"name": "City Power"},
		"creditorSchemeIdentification": "DE98ZZZ09999999999",
		"creditorAccount":              object{"iban": "DE89370400440532013000"},
		"debtor":                       object{"name": "Customer of City Power"},
	}
	var mandate struct{ ResourceID string }
	if err := call("POST", "/v2/mandates", with{token: own, body: asked}, &mandate); err != nil {
		return err
	}
	if _, err := client.approval(arrived, issuer, "MANDATE:"+mandate.ResourceID); err != nil {
		return err
	}
	if err := printStatus(mandate.ResourceID, own); err != nil {
		return err
	}
	if err := collect(mandate.ResourceID); err != nil {
		return err
	}
	// An active mandate ends when the customer agrees: 202, and the cancellation issuer asks the customer.
	if err := call("DELETE", "/v2/mandates/"+mandate.ResourceID, with{token: own}, nil); err != nil {
		return err
	}
	cancellation, err := readIssuer("/v2/oauth/mandates/cancellation")
	if err != nil {
		return err
	}
	if _, err := client.approval(arrived, cancellation, "MANDATE-CANCEL:"+mandate.ResourceID); err != nil {
		return err
	}
	return printStatus(mandate.ResourceID, own)
}

func printStatus(mandate string, own *token) error {
	var now struct{ MandateStatus string }
	err := call("GET", "/v2/mandates/"+mandate+"/status", with{token: own}, &now)
	fmt.Println("mandate", mandate, now.MandateStatus)
	return err
}

// The creditor's bank collects, not this interface. In the sandbox a command stands for it; COLLECT names it.
func collect(mandate string) error {
	named := os.Getenv("COLLECT")
	if named == "" {
		fmt.Println("To collect, run: npx openbank collect", mandate, "--amount 12.00 --currency EUR")
		return nil
	}
	command := exec.Command("sh", "-c", named+" "+mandate+" --amount 12.00 --currency EUR")
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}

// [notifications]

// Where the bank says who it is, and publishes the keys that it signs with.
type signer struct {
	Issuer string `json:"issuer"`
	Keys   string `json:"jwks_uri"`
}

func number(text string) *big.Int {
	bytes, _ := base64.RawURLEncoding.DecodeString(text)
	return new(big.Int).SetBytes(bytes)
}

// Which of the bank's keys has this id. A real receiver keeps the set for an hour, as keys may be withdrawn.
func (bank signer) key(kid string) (*ecdsa.PublicKey, error) {
	var published struct {
		Keys []struct{ Kid, X, Y string }
	}
	if err := call("GET", bank.Keys, with{}, &published); err != nil {
		return nil, err
	}
	for _, jwk := range published.Keys {
		if jwk.Kid == kid {
			return &ecdsa.PublicKey{Curve: elliptic.P256(), X: number(jwk.X), Y: number(jwk.Y)}, nil
		}
	}
	return nil, errors.New("the bank has no such key")
}

// True if the bank has signed exactly these bytes for this address (RFC 7515 appendix F, RFC 7797).
func (bank signer) hasSigned(address string, headers http.Header, raw []byte) bool {
	parts := strings.Split(headers.Get("x-jws-signature"), ".")
	if len(parts) != 3 {
		return false
	}
	var said struct{ Alg, Kid, Iss, Aud, Jti string }
	header, _ := base64.RawURLEncoding.DecodeString(parts[0])
	signature, _ := base64.RawURLEncoding.DecodeString(parts[2])
	if json.Unmarshal(header, &said) != nil || said.Alg != "ES256" || said.Iss != bank.Issuer || said.Aud != address || len(signature) != 64 {
		return false
	}
	if said.Jti == "" || said.Jti != headers.Get("X-Request-ID") {
		return false
	}
	key, err := bank.key(said.Kid)
	digest := sha256.Sum256(append([]byte(parts[0]+"."), raw...))
	return err == nil && ecdsa.Verify(key, digest[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]))
}

// A receiver of notifications: go run client.go notifications. Creates a consent, deletes it, and prints the notification of that.
func notifications() (err error) {
	var bank signer
	if err := call("GET", "/v1.7/oauth/consents/.well-known/oauth-authorization-server", with{}, &bank); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	origin := fmt.Sprintf("http://%s", listener.Addr())
	address := origin + "/notifications" // must be under the origin of a redirect URI
	received, seen := make(chan []byte, 1), sync.Map{}
	http.HandleFunc("/notifications", func(response http.ResponseWriter, request *http.Request) {
		raw, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 65536))
		if err != nil { // larger than a notification can be
			response.WriteHeader(413)
			return
		}
		if !bank.hasSigned(address, request.Header, raw) {
			fmt.Println("refused: not signed by the bank")
			response.WriteHeader(401)
			return
		}
		// Answered at once: the bank waits 3 seconds, and repeats what was not answered with 2xx.
		response.WriteHeader(204)
		if _, twice := seen.LoadOrStore(request.Header.Get("X-Request-ID"), true); !twice {
			received <- raw
		}
	})
	go http.Serve(listener, nil)
	fmt.Println("listening at", address)
	client, err := register(origin + "/back")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, client.remove()) }()
	issuer, err := readIssuer("/v1.7/oauth/consents")
	if err != nil {
		return err
	}
	own, err := client.ownToken(issuer, "AIS")
	if err != nil {
		return err
	}
	consentID, err := createConsent(own, address)
	if err != nil {
		return err
	}
	if err := call("DELETE", "/v1.7/consents/"+consentID, with{token: own}, nil); err != nil {
		return err
	}
	fmt.Printf("received %s\n", <-received)
	return nil
}

// [remove]

// Removes the client with its tokens and consents (RFC 7592).
func (client *client) remove() error {
	return call("DELETE", client.RegistrationURI, with{token: &token{value: client.RegistrationToken}}, nil)
}

// [run]

// Ends the program with code 2 where an argument is unknown, before anything is done.
func checkArguments(given []string) {
	for at, argument := range given {
		if at > 0 || argument != "mandate" && argument != "notifications" {
			fmt.Fprintf(os.Stderr, "The argument %q is unknown: client.go takes no argument, \"mandate\" or \"notifications\".\n", argument)
			os.Exit(2)
		}
	}
}

func run() (err error) {
	if len(os.Args) > 1 && os.Args[1] == "notifications" {
		return notifications()
	}
	redirectURI, arrived, err := listen()
	if err != nil {
		return err
	}
	client, err := register(redirectURI)
	if err != nil {
		return err
	}
	fmt.Println("client", client.ID)
	defer func() { err = errors.Join(err, client.remove()) }()
	if len(os.Args) > 1 && os.Args[1] == "mandate" {
		return mandateLife(client, arrived)
	}
	issuer, err := readIssuer("/v1.7/oauth/consents")
	if err != nil {
		return err
	}
	own, err := client.ownToken(issuer, "AIS")
	if err != nil {
		return err
	}
	consentID, err := createConsent(own, "")
	if err != nil {
		return err
	}
	customers, err := client.approval(arrived, issuer, "AIS:"+consentID)
	if err != nil {
		return err
	}
	if err := readAccounts(customers, consentID); err != nil {
		return err
	}
	if err := customers.renew(); err != nil {
		return err
	}
	fmt.Println("refreshed")
	if err := pay(client, arrived); err != nil {
		return err
	}
	return call("DELETE", "/v1.7/consents/"+consentID, with{token: own}, nil)
}

func main() {
	log.SetFlags(0)
	checkArguments(os.Args[1:])
	if set := os.Getenv("BASE_URL"); set != "" {
		bank = set
	}
	if err := run(); err != nil {
		log.Fatal(err)
	}
	fmt.Println("removed")
}
