import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { issuerHomes, type Issuer, type Service } from '@open-banking/spec';
import type { Customer } from '@open-banking/installation/customers-file';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { addClient, createConsent, type ConsentOptions, credentialsOf, ThirdParty } from '@open-banking/sandbox/third-party';
import { exchange, expectSuccess, type HttpResponse } from '@open-banking/operator-client';
import type { InterleaveBank } from './interleave-bank.js';
import { ActorBrowser } from './actor-browser.js';

export interface Account {
  readonly accountId: string;
  readonly iban: string;
}

/** What stories set up: new clients, customers and accounts, so that no run meets what another one has left. */
export class World {
  constructor(readonly bank: InterleaveBank) {}

  get operator(): OperatorFile {
    return this.bank.operator;
  }

  async client(roles: readonly string[] = ['PSP_AI', 'PSP_PI']): Promise<ThirdParty> {
    const client = await addClient(this.operator, { name: 'Interleaved', roles, redirectUri: 'http://127.0.0.1/back' });
    return new ThirdParty(this.bank.baseUrl, client, address());
  }

  /** A customer without accounts, who signs in like a demo customer. */
  async customer(): Promise<Customer> {
    const [demo] = this.bank.customers;
    const psuId = randomUUID();
    const login = `interleaved-${psuId}`;
    await this.rows(
      "insert into psu (psu_id, login, password_hash, name, language) select $1, $2, password_hash, 'Interleaved', 'en' from psu where psu_id = $3",
      [psuId, login, demo!.psuId],
    );
    return { ...demo!, psuId, login, accounts: [] };
  }

  /** An account in euro with 100.00, opened by an entry, as the ledger's proofs ask. */
  async account(owners: readonly Customer[], rule: 'any' | 'both' = 'any'): Promise<Account> {
    const accountId = randomUUID();
    const iban = ibanOf(accountId);
    await this.rows(
      `with opened as (
         insert into account (account_id, iban, bic, currency, owner_name, name, product, usage, opened_on)
         values ($1, $2, 'DEMOILITXXX', 'EUR', 'Interleaved', 'Account', 'Current', 'PRIV', '2024-01-01') returning account_id
       ), held as (
         insert into holder (psu_id, resource_id, rule) select psu_id, account_id, $4 from opened, unnest($3::uuid[]) psu_id
       ), valued as (
         insert into account_balance (account_id, booked, reserved, incoming, overdraft, last_booking_date, booked_before, changed_at)
         select account_id, 100, 0, 0, 0, (now() at time zone 'Asia/Jerusalem')::date - 1, 0, now() from opened returning account_id, last_booking_date
       )
       insert into entry (account_id, booking_date, entry_reference, value_date, booked_at, amount, balance_after, bank_transaction_code)
       select account_id, last_booking_date, '0000000000000001', last_booking_date, now(), 100, 100, 'ACMT-MCOP-OTHR' from valued`,
      [accountId, iban, owners.map(({ psuId }) => psuId), rule],
    );
    return { accountId, iban };
  }

  consent(party: ThirdParty, accounts: readonly Account[], options: Partial<ConsentOptions> = {}): Promise<string> {
    const balances = accounts.map(({ iban }) => ({ iban }));
    return createConsent(party, { ...options, access: { balances } });
  }

  /** A payment in euro to another bank. */
  async payment(party: ThirdParty, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const { access_token: token } = await party.clientToken('payments', 'PIS');
    const created = await party.call('POST', paymentsPath, { token, body: { ...payment, ...more } });
    return expectSuccess<{ paymentId: string }>('payment', created).paymentId;
  }

  /** A customer at the approval page of an authorization. */
  async atApproval(party: ThirdParty, customer: Customer, scope: string): Promise<AtApproval> {
    const issuer = issuerOf[scope.split(':')[0]!]!;
    const { url, verifier } = party.authorization(issuer, scope);
    const browser = this.browser();
    await browser.open(url);
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    browser.formWith('approve');
    return { browser, issuer, verifier };
  }

  browser(): ActorBrowser {
    return new ActorBrowser(this.bank.baseUrl, address());
  }

  /** A customer on the bank's own pages. */
  async signedIn(customer: Customer): Promise<ActorBrowser> {
    const browser = this.browser();
    await browser.open('/customer');
    await browser.press('sign-in', { login: customer.login, password: customer.password });
    return browser;
  }

  /** Rows of the database of ais-pis, or of another service. */
  async rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = [], service: Service = 'ais-pis'): Promise<Row[]> {
    return (await this.bank.database(service).query<Row>(text, [...values])).rows;
  }

  /** One value. */
  async value<Value>(text: string, ...values: readonly unknown[]): Promise<Value> {
    const [row] = await this.rows<Record<string, Value>>(text, values);
    return Object.values(row!)[0]!;
  }
}

const issuerOf: Readonly<Record<string, Issuer>> = { AIS: 'consents', PIS: 'payments', MANDATE: 'mandates' };

export interface AtApproval {
  readonly browser: ActorBrowser;
  readonly issuer: Issuer;
  readonly verifier: string;
}

export const paymentsPath = '/v1.7/payments/instant-sepa-credit-transfers';
export const payment = {
  instructedAmount: { currency: 'EUR', amount: '12.50' },
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Bookshop',
};

/** A consent request for the balances of accounts. */
export const consentBody = (accounts: readonly Account[]): object => ({
  access: { balances: accounts.map(({ iban }) => ({ iban })) },
  recurringIndicator: true,
  validUntil: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
});

/** The code of the redirect that ends an approval; undefined: it ended otherwise. */
export const shownCode = ({ browser: { response } }: AtApproval): string | undefined => {
  const { location } = response.headers;
  return typeof location === 'string' ? (new URL(location, 'http://back').searchParams.get('code') ?? undefined) : undefined;
};

/** Redeems a code. */
export const redeem = (party: ThirdParty, { issuer, verifier }: AtApproval, code: string, requestId = ''): Promise<HttpResponse> =>
  requestToken(
    party,
    issuer,
    { grant_type: 'authorization_code', code, redirect_uri: party.client.redirectUri, code_verifier: verifier },
    requestId,
  );

/** A request to the token endpoint with this X-Request-ID. */
export async function requestToken(
  party: ThirdParty,
  issuer: Issuer,
  form: Readonly<Record<string, string>>,
  requestId = '',
): Promise<HttpResponse> {
  const { headers } = await credentialsOf(party.client, party.issuerOf(issuer));
  return exchange(`${party.baseUrl}${issuerHomes[issuer].path}/token`, {
    method: 'POST',
    from: party.from,
    body: new URLSearchParams(form).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', 'x-request-id': requestId, ...headers },
  });
}

let last = 0;
/** A loopback address of its own: sign-in is limited by address. */
export const address = (): string | undefined => {
  last += 1;
  return process.platform === 'linux'
    ? `127.${1 + (Math.floor(last / 62_500) % 100)}.${Math.floor(last / 250) % 250}.${1 + (last % 250)}`
    : undefined;
};

/** An IBAN with the right check digits (ISO 7064, mod 97-10). */
function ibanOf(id: string): string {
  const bban = `0108${(BigInt(`0x${id.replaceAll('-', '')}`) % 10n ** 15n).toString().padStart(15, '0')}`;
  return `IL${String(98n - (BigInt(`${bban}182100`) % 97n)).padStart(2, '0')}${bban}`;
}
