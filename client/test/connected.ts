import { completeInteraction, exchange, ownAddress, type RunningBank, type TestCustomer } from '@open-banking/testing';
import { connect, type Authorization, type Bank, type Issuer, type Settings } from '../src/index.js';

/** A request of the client, as it is on its way. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}
/** Lets the bank answer, to another body if one is given. */
type Pass = (body?: string) => Promise<Response>;

export interface Connected {
  readonly bank: Bank;
  readonly settings: Settings;
  /** All requests so far. */
  readonly sent: Sent[];
  /** Answers requests in place of the bank; `pass` lets the bank answer. The last one counts. */
  between(answer: (request: Sent, pass: Pass) => Promise<Response>): void;
}

/** A response as the bank would send it. */
export const scriptedResponse = (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** Connects with settings, over a `fetch` that records requests, comes from an address of its own and can be interrupted. */
export function recordingClient(settings: Settings, from = ownAddress()): Connected {
  const sent: Sent[] = [];
  let between = (_: Sent, pass: Pass): Promise<Response> => pass();
  const pass = async ({ method, url, headers, body }: Sent): Promise<Response> => {
    const answer = await exchange(url, { method, headers: Object.fromEntries(headers), body, from, tls: trusted(settings) });
    const pairs = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, one]),
    );
    return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers: pairs });
  };
  const own: typeof fetch = (input, { method = 'GET', headers, body } = {}) => {
    const request: Sent = { method, url: String(input), headers: new Headers(headers), body: typeof body === 'string' ? body : undefined };
    sent.push(request);
    return between(request, (changed) => pass({ ...request, body: changed ?? request.body }));
  };
  return {
    bank: connect({ fetch: own, ...settings }),
    settings,
    sent,
    between: (answer) => {
      between = answer;
    },
  };
}

const trusted = ({ tls }: Settings) =>
  tls && { certificate: tls.certificate, privateKey: tls.privateKey, ca: [tls.ca ?? []].flat().join('\n') };

/** A client of its own with a secret, connected with the package. */
export async function connectedClient(running: RunningBank, settings: Partial<Settings> = {}, redirectUri?: string): Promise<Connected> {
  const { clientId, client, from } = await running.client(redirectUri === undefined ? {} : { redirectUri });
  const authentication = { method: 'client_secret_basic', clientSecret: client.clientSecret! } as const;
  return recordingClient({ baseUrl: running.baseUrl, clientId, authentication, redirectUri: client.redirectUri, ...settings }, from);
}

/** A customer answers on the bank's pages. Returns the address with which the customer comes back. */
export const approve = (
  { login, password }: TestCustomer,
  { url }: Pick<Authorization<Issuer>, 'url'>,
  choices: { readonly refuse?: boolean; readonly accounts?: readonly string[] } = {},
): Promise<string> => completeInteraction(url, { login, password, from: ownAddress(), ...choices });

export const eur = (amount: string) => ({ currency: 'EUR', amount });

/** A consent for everything, as long as the bank allows. */
export const consentForAll = {
  access: { allPsd2: 'allAccounts' },
  recurringIndicator: true,
  validUntil: '9999-12-31',
  frequencyPerDay: 4,
  combinedServiceIndicator: false,
} as const;

export const aPayment = {
  instructedAmount: eur('1.50'),
  creditorAccount: { iban: 'DE89370400440532013000' },
  creditorName: 'Coffee House',
} as const;

export const aMandate = () => ({
  mandateId: `CLIENT-${Math.random().toString(36).slice(2, 12)}`,
  mandateType: { localInstrumentCode: 'CORE' as const, classificationCode: 'VARI' as const },
  occurrences: { sequenceType: 'RCUR' as const, frequencyType: 'MNTH' as const },
  maximumAmount: eur('60.00'),
  creditor: { name: 'City Power' },
  creditorSchemeIdentification: 'DE98ZZZ09999999999',
  creditorAccount: { iban: 'DE89370400440532013000' },
  debtor: { name: 'Customer of City Power' },
});
