// The statements of a demo customer in all formats, in a folder for each kind of account, and what JSON says of each.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOperatorFile } from '@open-banking/installation/operator-file';
import { addClient, completeInteraction, grantConsent, ThirdParty } from '@open-banking/sandbox/third-party';

export const kinds = [
  { name: 'accounts', title: 'Accounts', list: '/v1.7/accounts' },
  { name: 'savings', title: 'Savings', list: '/v1.5/savings' },
  { name: 'loans', title: 'Loans', list: '/v1.5/loans' },
  { name: 'cards', title: 'Cards', list: '/v1.7/cards' },
];

/** Statements are of the last 90 days. */
export const firstDay = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);

const cents = (amount) => Math.round(Number(amount) * 100);
export const inMajor = (number) => (number / 100).toFixed(2);

/** The content of a list in JSON, newest first: its entries as "day amount", and the balances before and after them. */
function saidBy(booked, currency) {
  const entries = booked.map(({ bookingDate, transactionAmount: { amount } }) => `${bookingDate} ${inMajor(cents(amount))}`);
  const [newest, oldest] = [booked[0], booked.at(-1)];
  const after = ({ balanceAfterTransaction }) => cents(balanceAfterTransaction.balanceAmount.amount);
  const ids = booked.map(({ transactionId }) => transactionId);
  if (!newest?.balanceAfterTransaction) return { entries, ids, currency };
  const opening = inMajor(after(oldest) - cents(oldest.transactionAmount.amount));
  return { entries, ids, currency, opening, closing: inMajor(after(newest)) };
}

export class DemoStatements {
  /** By kind, then by the name of the file: `entries`, `ids`, `currency`, `opening`, `closing`; for accounts with their `iban`. */
  said = {};

  static async of(bank, operatorFile, customer, folder) {
    const operator = readOperatorFile(operatorFile);
    const redirectUri = 'http://127.0.0.1/back';
    const client = await addClient(operator, { name: 'Statements', roles: ['PSP_AI', 'PSP_PI'], redirectUri });
    const party = new ThirdParty(bank.baseUrl, client);
    const granted = await grantConsent(party, customer, { access: { allPsd2: 'allAccountsWithOwnerName' } });
    return new DemoStatements({ bank, operatorFile, customer, folder, party, granted });
  }

  constructor(facts) {
    Object.assign(this, facts);
    mkdirSync(this.folder);
  }

  folderOf(kind, form = '') {
    return join(this.folder, `${kind}${form}`);
  }

  openbank(...args) {
    const program = join(import.meta.dirname, '../../cli/bin/openbank.mjs');
    const options = ['--base-url', this.bank.baseUrl, '--operator-file', this.operatorFile];
    return execFileSync(process.execPath, [program, ...args, ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async get(path, accept = 'application/json') {
    for (let tries = 0; ; tries += 1) {
      // A connection that idled while a reader ran is closed by now.
      const answer = await fetch(`${this.bank.baseUrl}${path}`, {
        headers: {
          authorization: `Bearer ${this.granted.token}`,
          'consent-id': this.granted.consentId,
          'x-request-id': randomUUID(),
          'psu-ip-address': '192.0.2.1',
          accept,
        },
      }).catch((error) => {
        if (tries >= 3) throw error;
      });
      if (answer === undefined) continue;
      if (answer.status === 200) return answer;
      assert.ok(tries < 60 && [429, 503].includes(answer.status), `${path}: ${await answer.text()}`);
      await new Promise((wait) => setTimeout(wait, 1_000));
    }
  }

  /** The booked entries of a list, through all pages, newest first. */
  async booked(path) {
    const all = [];
    for (let next = `${path}&limit=500`; next !== undefined;) {
      const { transactions, cardTransactions } = await (await this.get(next)).json();
      const { booked, _links } = transactions ?? cardTransactions;
      all.push(...booked);
      next = _links.next?.href;
    }
    return all;
  }

  /** Writes the statements since the first day. */
  async write(most) {
    for (const { name: kind, list } of kinds) {
      for (const form of ['', '-digits']) mkdirSync(this.folderOf(kind, form));
      this.said[kind] = {};
      const [resources] = Object.values(await (await this.get(list)).json());
      for (const { resourceId, currency, iban } of resources.slice(0, most)) {
        const path = `${list}/${resourceId}/transactions?bookingStatus=booked&dateFrom=${firstDay}`;
        this.said[kind][resourceId] = { ...saidBy(await this.booked(path), currency), iban };
        const written = async (folder, end, accept) => {
          const answer = await this.get(path, accept);
          assert.equal(answer.headers.get('link'), null, 'a statement of one page');
          writeFileSync(join(folder, `${resourceId}${end}`), Buffer.from(await answer.arrayBuffer()));
        };
        await written(this.folderOf(kind), '.xml', 'application/xml');
        await written(this.folderOf(kind), '.csv', 'text/csv');
        await written(this.folderOf(kind, '-digits'), '.csv', 'text/csv; digits=text');
      }
    }
  }

  /** Pays from the demo customer's account in euro and waits until clearing has accepted it. */
  async #paid() {
    const path = '/v1.7/payments/instant-sepa-credit-transfers';
    const { access_token: clientToken } = await this.party.clientToken('payments', 'PIS');
    const { accounts } = await (await this.get('/v1.7/accounts')).json();
    const body = {
      instructedAmount: { currency: 'EUR', amount: '1.50' },
      debtorAccount: { iban: accounts.find(({ currency }) => currency === 'EUR').iban },
      creditorAccount: { iban: 'DE89370400440532013000' },
      creditorName: 'Bookshop',
    };
    const ask = async (method, of, sent) => {
      const headers = { 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.1', authorization: `Bearer ${clientToken}` };
      const answer = await fetch(`${this.bank.baseUrl}${of}`, {
        method,
        headers: { ...headers, ...(sent && { 'content-type': 'application/json' }) },
        body: sent && JSON.stringify(sent),
      });
      return answer.json();
    };
    const { paymentId } = await ask('POST', path, body);
    await completeInteraction((await this.party.startAuthorization('payments', `PIS:${paymentId}`)).url, this.customer);
    for (const until = Date.now() + 60_000; (await ask('GET', `${path}/${paymentId}/status`)).transactionStatus !== 'ACSC';) {
      assert.ok(Date.now() < until, 'the payment is not settled within a minute');
      await new Promise((wait) => setTimeout(wait, 300));
    }
  }

  /** The clearing's statement of a day with one payment and a charge; without the charge, reconciliation agrees with it. */
  async writeSettlement() {
    await this.#paid();
    const folder = this.folderOf('clearing');
    mkdirSync(folder);
    const path = join(folder, 'settlement.xml');
    this.openbank('clearing', 'statement', '--out', path);
    this.openbank('reconcile', path);
    this.openbank('clearing', 'statement', '--out', path, '--charge', '0.30');
    const [, day] = /<BookgDt><Dt>([^<]+)/.exec(readFileSync(path, 'utf8'));
    this.said.clearing = { settlement: { entries: [`${day} -1.50`, `${day} -0.30`], ids: [], currency: 'EUR' } };
  }
}
