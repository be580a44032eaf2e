import { randomUUID } from 'node:crypto';
import type { Bank } from './bank/bank.js';
import { customersFile } from './bank/demo-data.js';
import { readJson } from './bank/data-folder.js';
import { addOwnClient, type OperatorFile } from './bank/operator-file.js';
import { trustAuthorityOf } from './ca/trust.js';
import { addClient } from './third-party/add-client.js';
import { consented } from './third-party/consented.js';
import { ThirdParty } from './third-party/third-party.js';

interface DemoCustomer {
  readonly login: string;
  readonly password: string;
}

const name = 'First call';

/**
 * The demo customer and one command that answers with that customer's balances. It takes a client, a consent and an
 * approval on the pages to get there, as it does for everybody. In profile `fapi2` the command carries a proof, and is good once.
 */
export async function firstCall(bank: Bank): Promise<DemoCustomer & { command: string; good: string }> {
  const [{ login, password }] = readJson<[DemoCustomer]>(customersFile(bank.folder.demoBank))!;
  const operator = readJson<OperatorFile>(bank.operatorFile)!;
  trustAuthorityOf(operator);
  const bound = bank.profile === 'fapi2';
  let client = operator.clients.find((known) => known.name === name && (known.clientSecret === undefined) === bound);
  if (!client) {
    client = await addClient(operator, { name, roles: ['PSP_AI'], redirectUri: 'http://127.0.0.1/first-call' });
    addOwnClient(bank.operatorFile, client);
  }
  const party = new ThirdParty(bank.baseUrl, client);
  const { consentId, token } = await consented(party, { login, password }, { access: { allPsd2: 'allAccounts' } });
  const headers = {
    ...(await party.showing(token, 'GET', `${bank.baseUrl}/v1.7/accounts`)),
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
    good: bound ? 'Its proof is good once, within a minute (PROFILE=fapi2).' : 'The token is good for an hour.',
  };
}
