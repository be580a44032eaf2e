import { randomUUID } from 'node:crypto';
import type { Bank } from './bank/bank.js';
import { customersFile } from './bank/demo-data.js';
import { readJson } from './data-folder/data-folder.js';
import { addOwnClient, type OperatorFile } from './operator-file/operator-file.js';
import { trustAuthorityOf } from './ca/trust.js';
import { addClient } from './third-party/add-client.js';
import { grantConsent } from './third-party/consented.js';
import { ThirdParty } from './third-party/third-party.js';

interface Credentials {
  readonly login: string;
  readonly password: string;
}

const name = 'First call';

/**
 * Returns the demo customer and a curl command that reads that customer's balances. It registers a client, creates a
 * consent and approves it on the pages, as any third party must. In profile `fapi2` the command contains a DPoP proof and works once.
 */
export async function firstCall(bank: Bank): Promise<Credentials & { command: string; good: string }> {
  const [{ login, password }] = readJson<[Credentials]>(customersFile(bank.folder.demoBank))!;
  const operator = readJson<OperatorFile>(bank.operatorFile)!;
  trustAuthorityOf(operator);
  const fapi2 = bank.profile === 'fapi2';
  let client = operator.clients.find((known) => known.name === name && (known.clientSecret === undefined) === fapi2);
  if (!client) {
    client = await addClient(operator, { name, roles: ['PSP_AI'], redirectUri: 'http://127.0.0.1/first-call' });
    addOwnClient(bank.operatorFile, client);
  }
  const party = new ThirdParty(bank.baseUrl, client);
  const { consentId, token } = await grantConsent(party, { login, password }, { access: { allPsd2: 'allAccounts' } });
  const headers = {
    ...(await party.authorizationHeaders(token, 'GET', `${bank.baseUrl}/v1.7/accounts`)),
    'consent-id': consentId,
    'x-request-id': randomUUID(),
    'psu-ip-address': '127.0.0.1',
  };
  const command = [
    `curl -sS ${bank.baseUrl.startsWith('https:') ? `--cacert '${bank.folder.ca}/ca.pem' ` : ''}'${bank.baseUrl}/v1.7/accounts?withBalance=true'`,
    ...Object.entries(headers).map(([header, value]) => `-H '${header}: ${value}'`),
  ].join(' ');
  return {
    login,
    password,
    command,
    good: fapi2 ? 'Its DPoP proof is valid once, within a minute (PROFILE=fapi2).' : 'The token is valid for an hour.',
  };
}
