import { aisPis, issuerHomes, registrationEndpoints, sitePages } from '@open-banking/spec';
import type { FirstClient } from '../sandbox-accounts/opened-accounts.service.js';
import { shellWord } from '../samples/shell-word.js';

/** The values in the code of the start page. */
export interface FirstCallParts {
  readonly baseUrl: string;
  /** The address of the portal, where the script is that stands for a customer. */
  readonly portalUrl: string;
  readonly redirectUri: string;
  /** Without one, the code registers a client. */
  readonly client?: FirstClient | undefined;
}

const issuer = issuerHomes.consents.path;

const registration = ({ redirectUri }: FirstCallParts): string => `# 1. A client: in the sandbox it registers itself.
client=$(curl -sS "$bank${registrationEndpoints.registerClient.path}" -H 'Content-Type: application/json' \\
  -d ${shellWord(`{"client_name": "My first client", "redirect_uris": ["${redirectUri}"], "roles": ["PSP_AI"]}`)})
id=$(echo "$client" | member client_id) secret=$(echo "$client" | member client_secret)`;

const ownClient = ({ clientId, clientSecret }: FirstClient): string => `# 1. Your client.
id=${shellWord(clientId)} secret=${shellWord(clientSecret)}`;

const approvalByScript = ({
  portalUrl,
}: FirstCallParts): string => `# 4. A script acts as the customer, who signs in at the bank and approves.
back=$(curl -sS ${portalUrl}${sitePages.showGuides.path}/approve.sh | sh -s "$url")`;

const approvalInBrowser = `# 4. The customer signs in at the bank and approves, in your browser.
printf 'Open this address, sign in as the customer and approve:\\n%s\\nThen paste the code that the browser shows, or its address: ' "$url"
read -r back <&3`;

/** The complete way to a customer's balances for a POSIX shell: curl and openssl are all it needs. */
function firstCall(parts: FirstCallParts, approval: string, start: string): string {
  const { baseUrl, redirectUri, client } = parts;
  return `${start} <<'END'
set -e
bank=${shellWord(baseUrl)}
redirect=${shellWord(redirectUri)}
new_id() { uuidgen 2>/dev/null || cat /proc/sys/kernel/random/uuid; }
# Prints a text of a JSON answer, or the whole answer where it has no such text.
member() {
  answer=$(cat)
  echo "$answer" | grep -o "\\"$1\\":\\"[^\\"]*\\"" | cut -d '"' -f 4 | grep -m 1 . || { echo "$answer" >&2; exit 1; }
}

${client ? ownClient(client) : registration(parts)}

# 2. The client's own token, with which it asks for consents.
own=$(curl -sS "$bank${issuer}/token" -u "$id:$secret" -d grant_type=client_credentials -d scope=AIS | member access_token)

# 3. A consent: what the client wants to read, and until when.
consent=$(curl -sS "$bank${aisPis.createConsent.path}" -H "Authorization: Bearer $own" -H "X-Request-ID: $(new_id)" \\
  -H 'Content-Type: application/json' -d '{
    "access": { "allPsd2": "allAccounts" }, "recurringIndicator": true, "validUntil": "9999-12-31",
    "frequencyPerDay": 4, "combinedServiceIndicator": false }' | member consentId)
verifier=$(openssl rand -hex 32)
challenge=$(printf %s "$verifier" | openssl dgst -sha256 -binary | openssl base64 | tr '+/' '-_' | tr -d '=')
url="$bank${issuer}/authorize?response_type=code&client_id=$id&redirect_uri=$redirect&scope=AIS:$consent"
url="$url&state=first-call&code_challenge=$challenge&code_challenge_method=S256"

${approval}

# 5. The customer's token, for the code with which the customer comes back.
code=$(echo "$back" | sed 's/.*[?&]code=//; s/&.*//')
token=$(curl -sS "$bank${issuer}/token" -u "$id:$secret" -d grant_type=authorization_code -d "code=$code" \\
  -d "redirect_uri=$redirect" -d "code_verifier=$verifier" | member access_token)

# 6. The customer's accounts with their balances.
curl -sS "$bank${aisPis.listAccounts.path}?withBalance=true" -H "Authorization: Bearer $token" -H "Consent-ID: $consent" \\
  -H "X-Request-ID: $(new_id)" -H 'PSU-IP-Address: 192.0.2.10'
echo
END`;
}

export const firstCallByScript = (parts: FirstCallParts): string => firstCall(parts, approvalByScript(parts), 'sh');

/** The program comes over the standard input, so it reads what is typed over another one. */
export const firstCallInBrowser = (parts: FirstCallParts): string => firstCall(parts, approvalInBrowser, 'sh 3<&0');
