#!/bin/sh
# [start]
# The whole life of a client. Needs curl and openssl: sh client.sh
set -eu
bank=${BASE_URL:-http://127.0.0.1:8080}
redirect_uri=${REDIRECT_URI:-http://127.0.0.1:3000/back}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

new_id() { openssl rand -hex 16 | sed 's/\(.\{8\}\)\(.\{4\}\).\(.\{3\}\).\(.\{3\}\)\(.*\)/\1-\2-4\3-8\4-\5/'; }
unreachable() { echo "The bank at $bank does not answer. Set BASE_URL." >&2; }
# Prints the texts of this name in JSON, and fails where there is none. jq does it better.
member() { tr ',{}[]' '\n\n\n\n\n' | sed -n "s/^\"$1\":\"\(.*\)\"\$/\1/p" | grep .; }

# [call]
# Sends one call: call METHOD URL TOKEN [BODY]. Prints the answer's body. Waits where the bank asks to (429, 503), and renews
# the customer's token once where it is no longer accepted (401).
call() {
  id=$(new_id) # the same for each repetition, so that a payment repeated is not a second payment
  bearer=$3 renewed= attempt=1
  while :; do
    # PSU-IP-Address is that of the customer, who is present; leave it out where your server reads on its own.
    status=$(curl -sS --connect-timeout 10 -o "$work/body" -D "$work/head" -w '%{http_code}' -X "$1" "$2" -H "X-Request-ID: $id" -H 'PSU-IP-Address: 192.0.2.10' \
      ${bearer:+-H "Authorization: Bearer $bearer"} ${consent:+-H "Consent-ID: $consent"} \
      ${4:+-H 'Content-Type: application/json' -d "$4"}) || { unreachable; return 1; }
    case $status in
    2*) cat "$work/body"; return ;;
    401) [ -z "$renewed" ] && [ "$bearer" = "$(cat "$work/access" 2>/dev/null)" ] || break
      refresh; bearer=$(cat "$work/access") renewed=yes ;;
    429 | 503) [ "$attempt" -lt 5 ] || break
      attempt=$((attempt + 1))
      sleep "$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9]*\).*/\1/p' "$work/head")" ;;
    *) break ;;
    esac
  done
  echo "$1 $2: $status $(cat "$work/body") (X-Request-ID $id)" >&2
  return 1
}

# Fails where a value has other characters than ids and tokens have: a shell that reads such a value could run it.
plain() {
  for value; do
    case $value in '' | *[!A-Za-z0-9._~+/=-]*) echo 'The bank answered with an id or a token that has characters which none has.' >&2; return 1 ;; esac
  done
}

# [register]
# The issuer's own address for this: endpoint ISSUER NAME. The first, as a second one is for clients with certificates.
endpoint() {
  metadata=$(call GET "$bank$1/.well-known/oauth-authorization-server" '') || return
  echo "$metadata" | member "$2" | head -n 1
}

# Registers this script as a client (RFC 7591). One registration is valid at all issuers.
register() {
  registration=$(endpoint /v1.7/oauth/consents registration_endpoint) || return
  call POST "$registration" '' \
    "{\"client_name\": \"My first client\", \"redirect_uris\": [\"$redirect_uri\"], \"roles\": [\"PSP_AI\", \"PSP_PI\"]}" >"$work/client"
  client_id=$(member client_id <"$work/client") client_secret=$(member client_secret <"$work/client")
}

# [token]
# Asks an issuer for tokens: request_token ISSUER FIELD=VALUE... The client's secret goes into the Authorization header.
request_token() {
  address=$(endpoint "$1" token_endpoint) || return
  shift
  for field; do set -- "$@" --data-urlencode "$field"; shift; done
  answer=$(curl -sS --fail-with-body -u "$client_id:$client_secret" "$@" "$address") || { echo "No token: $answer" >&2; return 1; }
  echo "$answer"
}

# A token of the client's own, with which it asks for consents and payments: client_token ISSUER SCOPE
client_token() { request_token "$1" grant_type=client_credentials "scope=$2" | member access_token; }

# [consent]
# Asks for access to all accounts of a customer, for as long as the bank allows.
create_consent() {
  call POST "$bank/v1.7/consents" "$1" '{"access": {"allPsd2": "allAccounts"}, "recurringIndicator": true,
    "validUntil": "9999-12-31", "frequencyPerDay": 4, "combinedServiceIndicator": false}' | member consentId
}

# [approve]
# Sends the customer to the bank and redeems the code for the customer's token: approval ISSUER SCOPE
# A shell cannot listen for the customer's return, so it asks for the address that the browser went to.
approval() {
  verifier=$(openssl rand -hex 32) state=$(new_id)
  challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=\n')
  address=$(endpoint "$1" authorization_endpoint) || return
  url="$address?response_type=code&client_id=$client_id&redirect_uri=$redirect_uri&scope=$2&state=$state"
  url="$url&code_challenge=$challenge&code_challenge_method=S256"
  if [ -n "${OPEN_BROWSER:-}" ]; then
    back=$("$OPEN_BROWSER" "$url") || { echo "OPEN_BROWSER must name a program without arguments, which failed: $OPEN_BROWSER" >&2; return 1; }
  else
    printf 'Open this address as the customer:\n%s\nThen paste the address at which the browser ends, even if nothing is shown there: ' "$url" >&2
    read -r back || :
  fi
  case $back in
  "$redirect_uri"[?\&]*) ;;
  *) echo "This is not the address at which the browser ended, which begins with $redirect_uri?" >&2; return 1 ;;
  esac
  case $back in *"state=$state"*) ;; *) echo 'This answer belongs to another request.' >&2; return 1 ;; esac
  code=$(printf %s "$back" | sed -n 's/.*[?&]code=\([^&]*\).*/\1/p')
  error=$(printf %s "$back" | sed -n 's/.*[?&]error=\([^&]*\).*/\1/p')
  if [ "$error" = access_denied ]; then echo 'The customer did not approve (access_denied).' >&2; return 1; fi
  [ -n "$code" ] || { echo "The bank ended the approval (${error:-neither code nor error})." >&2; return 1; }
  request_token "$1" grant_type=authorization_code "code=$code" "redirect_uri=$redirect_uri" "code_verifier=$verifier"
}

# [refresh]
# Keeps the customer's tokens in files. Each refresh answers with the refresh token to keep, which may be another one.
keep() {
  member access_token <"$work/tokens" >"$work/access"
  member refresh_token <"$work/tokens" >"$work/refresh"
}
refresh() {
  request_token /v1.7/oauth/consents grant_type=refresh_token "refresh_token=$(cat "$work/refresh")" >"$work/tokens"
  keep
}

# [read]
# Prints the balances of all accounts and counts their transactions, page by page.
read_accounts() {
  date_from=$(date -u -d '60 days ago' +%F 2>/dev/null || date -u -v-60d +%F) # GNU, or BSD and macOS
  for account in $(call GET "$bank/v1.7/accounts" "$(cat "$work/access")" | member resourceId); do
    call GET "$bank/v1.7/accounts/$account/balances" "$(cat "$work/access")" >"$work/balances"
    iban=$(member iban <"$work/balances" | head -n 1)
    sed 's/.*"balances"://' "$work/balances" >"$work/list" # without the account, which has a currency too
    for name in balanceType amount currency; do member "$name" <"$work/list" >"$work/$name"; done
    paste -d ' ' "$work/balanceType" "$work/amount" "$work/currency" | sed "s/^/$iban /"
    count=0 next="/v1.7/accounts/$account/transactions?bookingStatus=booked&dateFrom=$date_from&limit=20"
    while [ -n "$next" ]; do
      call GET "$bank${next#"$bank"}" "$(cat "$work/access")" >"$work/page"
      count=$((count + $(grep -o '"transactionId"' "$work/page" | wc -l)))
      next=$(sed -n 's/.*"next":{"href":"\([^"]*\)".*/\1/p' "$work/page")
    done
    echo "$iban $count transactions since $date_from"
  done
}

# [pay]
# Makes a payment: the client asks, the customer approves exactly this, the bank pays.
pay() {
  payments=$bank/v1.7/payments/instant-sepa-credit-transfers payer=$(client_token /v1.7/oauth/payments PIS)
  payment=$(call POST "$payments" "$payer" "{\"instructedAmount\": {\"currency\": \"EUR\", \"amount\": \"1.50\"},
    \"creditorAccount\": {\"iban\": \"DE89370400440532013000\"}, \"creditorName\": \"Coffee House\",
    \"endToEndIdentification\": \"COFFEE-$(date +%s)\", \"remittanceInformationUnstructured\": \"One coffee\"}" | member paymentId)
  approval /v1.7/oauth/payments "PIS:$payment" >/dev/null
  while :; do
    payment_status=$(call GET "$payments/$payment/status" "$payer" | member transactionStatus)
    case $payment_status in ACSC | ACCC | RJCT | CANC) break ;; esac
    sleep 1
  done
  echo "payment $payment $payment_status"
}

# [mandate]
# The life of a mandate: sh client.sh mandate. Up to 60 euros a month, from an account that the customer chooses.
mandate_life() {
  creditor=$(client_token /v2/oauth/mandates MANDATE)
  mandate=$(call POST "$bank/v2/mandates" "$creditor" "{\"mandateId\": \"POWER-$(openssl rand -hex 8)\",
    \"mandateType\": {\"localInstrumentCode\": \"CORE\", \"classificationCode\": \"VARI\"},
    \"occurrences\": {\"sequenceType\": \"RCUR\", \"frequencyType\": \"MNTH\"},
    \"maximumAmount\": {\"currency\": \"EUR\", \"amount\": \"60.00\"},
    \"creditor\": {\"name\": \"City Power\"}, \"creditorSchemeIdentification\": \"DE98ZZZ09999999999\",
    \"creditorAccount\": {\"iban\": \"DE89370400440532013000\"}, \"debtor\": {\"name\": \"Customer of City Power\"}}" | member resourceId)
  approval /v2/oauth/mandates "MANDATE:$mandate" >/dev/null
  mandate_status
  # The creditor's bank collects, not this interface. In the sandbox a command stands for it; COLLECT names it.
  collect="${COLLECT:-npx openbank collect} $mandate --amount 12.00 --currency EUR"
  if [ -n "${COLLECT:-}" ]; then plain "$mandate"; sh -c "$collect"; else echo "To collect, run: $collect"; fi
  # An active mandate ends when the customer agrees: 202, and the cancellation issuer asks the customer.
  call DELETE "$bank/v2/mandates/$mandate" "$creditor" >/dev/null
  approval /v2/oauth/mandates/cancellation "MANDATE-CANCEL:$mandate" >/dev/null
  mandate_status
}
mandate_status() { echo "mandate $mandate $(call GET "$bank/v2/mandates/$mandate/status" "$creditor" | member mandateStatus)"; }

# [remove]
# Removes the client with its tokens and consents (RFC 7592).
remove() { call DELETE "$(member registration_client_uri <"$work/client")" "$(member registration_access_token <"$work/client")"; }

# [run]
# Asks for a consent and has the customer approve it.
consented() {
  own=$(client_token /v1.7/oauth/consents AIS)
  asked=$(create_consent "$own")
  approval /v1.7/oauth/consents "AIS:$asked" >"$work/tokens"
  keep
}

unknown=${2:-}
case ${1:-} in '' | balances | mandate | variables) ;; *) unknown=$1 ;; esac
if [ -n "$unknown" ]; then
  echo "The argument \"$unknown\" is unknown: client.sh takes no argument, \"balances\", \"mandate\" or \"variables\"." >&2
  exit 2
fi
consent=
if [ "${1:-}" = variables ]; then
  # For calls of your own, from here on in your shell: eval "$(sh client.sh variables)". A client that you have stays the caller.
  client_id=${CLIENT_ID:-} client_secret=${CLIENT_SECRET:-}
  if [ -z "$client_secret" ]; then register; fi
  consented
  plain "$client_id" "$client_secret" "$(cat "$work/access")" "$asked"
  echo "export CLIENT_ID='$client_id' CLIENT_SECRET='$client_secret' TOKEN='$(cat "$work/access")' CONSENT='$asked'"
  exit
fi
register
echo "client $client_id"
trap 'consent=; remove; rm -rf "$work"' EXIT
if [ "${1:-}" = mandate ]; then
  mandate_life
else
  consented
  consent=$asked
  read_accounts
  if [ "${1:-}" != balances ]; then
    refresh
    echo refreshed
    consent=
    pay
  fi
  consent=
  call DELETE "$bank/v1.7/consents/$asked" "$own"
fi
remove
trap 'rm -rf "$work"' EXIT
echo removed
