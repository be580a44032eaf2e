// The bank of `npm run check -- clients`, and what a third party knows of it: a client and tokens of its own for each program.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBank } from '@open-banking/sandbox/bank';

const program = join(import.meta.dirname, '../../cli/bin/openbank.mjs');
/** One client's calls of loan services an hour. A program calls until it is refused; the hour may turn meanwhile. */
const loanServicesPerHour = 20;
const enoughCalls = 2 * loanServicesPerHour + 5;
/** `9999-12-31` asks for the longest validity that the bank allows. */
const consentRequest = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
};
const creditorIban = 'DE89370400440532013000';

export class CheckedBank {
  static async start(folder, log) {
    const planFile = join(folder, 'plan.json');
    writeFileSync(planFile, JSON.stringify({ classes: { loanServices: { hour: loanServicesPerHour } } }));
    mkdirSync(join(folder, 'bank'));
    const operatorFile = join(folder, 'operator.json');
    const bank = await startBank({
      dataDir: join(folder, 'bank'),
      port: 0,
      operatorFile,
      demoBank: { customers: 3, seed: 'clients' },
      settings: { PLAN_FILE: planFile, LOG_LEVEL: 'warn', CLIENT_TOKEN_MINUTES: '600', CUSTOMER_TOKEN_MINUTES: '600' },
      log,
    });
    return new CheckedBank(bank, operatorFile);
  }

  constructor(bank, operatorFile) {
    this.bank = bank;
    this.operatorFile = operatorFile;
    this.baseUrl = bank.baseUrl;
  }

  stop() {
    return this.bank.stop();
  }

  /** Runs the command `openbank`; resolves to the JSON that it prints. */
  async openbank(...args) {
    const options = ['--base-url', this.baseUrl, '--operator-file', this.operatorFile];
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args, ...options]);
    return JSON.parse(stdout);
  }

  /** The body of an answer. Throws where the bank refuses. */
  async text(path, { headers, method = 'GET', body } = {}) {
    const answer = await fetch(`${this.baseUrl}${path}`, { method, headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  }

  async json(path, request) {
    return JSON.parse(await this.text(path, request));
  }

  async clientToken({ client_id: id, client_secret: secret }, issuer, scope) {
    const headers = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope });
    const { access_token: token } = await this.json(`/v1.7/oauth/${issuer}/token`, { method: 'POST', headers, body });
    return token;
  }

  /**
   * A new client with a consent that the demo customer has approved. `env`: what its program reads; `expected`: what each call must print.
   */
  async factsFor(name) {
    const redirectUri = 'http://127.0.0.1:3000/back';
    const client = await this.openbank(
      'client',
      'add',
      '--name',
      name,
      '--roles',
      'PSP_AI,PSP_PI',
      '--redirect-uri',
      redirectUri,
      '--json',
    );
    const consentsToken = await this.clientToken(client, 'consents', 'AIS');
    const headers = (token) => ({ authorization: `Bearer ${token}`, 'x-request-id': randomUUID(), 'psu-ip-address': '192.0.2.10' });
    const { consentId } = await this.json('/v1.7/consents', {
      method: 'POST',
      headers: { ...headers(consentsToken), 'content-type': 'application/json' },
      body: JSON.stringify(consentRequest),
    });
    const { access_token: token } = await this.openbank('token', '--client', client.client_id, '--consent', consentId, '--json');
    const read = (path) => this.json(path, { headers: { ...headers(token), 'consent-id': consentId } });
    const { accounts } = await read('/v1.7/accounts');
    const {
      loans: [{ branchNumber, accountNumber }],
    } = await read('/loans');
    const { loans } = await read(`/account/${branchNumber}-${accountNumber}/loans`);
    return {
      env: {
        BASE_URL: this.baseUrl,
        CUSTOMER_TOKEN: token,
        CONSENT_ID: consentId,
        CONSENTS_TOKEN: consentsToken,
        PAYMENTS_TOKEN: await this.clientToken(client, 'payments', 'PIS'),
        BRANCH_NUMBER: branchNumber,
        ACCOUNT_NUMBER: accountNumber,
        CREDITOR_IBAN: creditorIban,
        ENOUGH_CALLS: String(enoughCalls),
      },
      expected: {
        list: accounts.map(({ resourceId }) => resourceId).join(),
        segment: loans.map(({ loanAccountId }) => loanAccountId).join(),
        post: creditorIban,
        notFound: '404 RESOURCE_UNKNOWN',
        tooMany: /^429 ACCESS_EXCEEDED [1-9]\d*$/,
      },
    };
  }
}
