#!/bin/sh
# A third party with a shell, openssl and curl. Usage: foreign-client.sh <folder> <method> <url> <token> <consent id> [body]
set -eu
folder=$1 method=$2 url=$3 token=$4 consent=$5 body=${6-}
id=$(openssl rand -hex 16 | sed 's/^\(.\{8\}\)\(.\{4\}\)\(.\{4\}\)\(.\{4\}\)/\1-\2-\3-\4-/')
digest="SHA-256=$(printf '%s' "$body" | openssl dgst -sha256 -binary | openssl base64 -A)"
signature=$(printf 'x-request-id: %s\ndigest: %s\nconsent-id: %s\npsu-ip-address: %s' "$id" "$digest" "$consent" 192.0.2.7 |
  openssl dgst -sha256 -sign "$folder/key.pem" | openssl base64 -A)
serial=$(openssl x509 -in "$folder/certificate.pem" -noout -serial | cut -d= -f2)
issuer=$(openssl x509 -in "$folder/certificate.pem" -noout -issuer -nameopt RFC2253 | sed 's/^issuer= *//')
der=$(openssl x509 -in "$folder/certificate.pem" -outform DER | openssl base64 -A)
set -- -s -X "$method" -w '\n%{http_code}' -H "X-Request-ID: $id" -H "Digest: $digest" -H "Consent-ID: $consent" -H 'PSU-IP-Address: 192.0.2.7' \
  -H "Authorization: Bearer $token" -H "TPP-Signature-Certificate: $der" \
  -H "Signature: keyId=\"SN=$serial,CA=$issuer\",algorithm=\"rsa-sha256\",headers=\"x-request-id digest consent-id psu-ip-address\",signature=\"$signature\"" "$url"
[ -z "$body" ] || set -- -H 'Content-Type: application/json' --data-binary "$body" "$@"
answer=$(curl "$@")
printf '%s %s' "$(printf '%s\n' "$answer" | tail -n 1)" "$(printf '%s\n' "$answer" | sed '$d')"
