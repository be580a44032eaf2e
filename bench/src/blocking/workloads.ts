import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { exchange, internalCall, type HttpResponse } from '@open-banking/operator-client';
import { grantConsent, type ThirdParty } from '@open-banking/sandbox/third-party';
import { aisPis, cards, certificatePages, feedInternal, paymentRulesInternal, sitePages } from '@open-banking/spec';
import type { BenchDeveloper } from './developer.js';
import { largeImage } from './large-image.js';

/** A request, or several, that the benchmark sends to the process. `run` throws where the bank refuses one. */
export interface Workload {
  readonly what: string;
  readonly run: () => Promise<unknown>;
}

export interface Subject {
  readonly operator: OperatorFile;
  readonly party: ThirdParty;
  readonly developer: BenchDeveloper;
  readonly consent: { readonly consentId: string; readonly token: string };
  readonly accountId: string;
  readonly cardId: string;
  readonly dateFrom: string;
  readonly customer: { readonly login: string; readonly password: string };
}

const bodyBytes = 65_536;
/** Each line has about 140 bytes. */
const linesOfFourMegabytes = 28_000;

/** The largest of each kind that the bank takes. */
export const workloads = (subject: Subject): readonly Workload[] => [
  ...pages(subject),
  ...forms(subject),
  ...bodies(subject),
  ...feeds(subject),
  ...sitesOf(subject),
];

function pages({ operator: { baseUrl }, consent, accountId, cardId, dateFrom }: Subject): Workload[] {
  const page = (what: string, path: string, accept: string, limit?: number): Workload => ({
    what,
    run: async () => {
      const { status, text } = await exchange(
        `${baseUrl}${path}?bookingStatus=booked&dateFrom=${dateFrom}${limit === undefined ? '' : `&limit=${limit}`}`,
        {
          headers: {
            accept,
            authorization: `Bearer ${consent.token}`,
            'consent-id': consent.consentId,
            'x-request-id': randomUUID(),
            'psu-ip-address': '192.0.2.7',
          },
        },
      );
      if (status !== 200) throw new Error(`${path} is answered ${status} ${text.slice(0, 300)}`);
    },
  });
  const account = aisPis.listTransactions.path.replace('{account-id}', accountId);
  const card = cards.listCardTransactions.path.replace('{card-id}', cardId);
  return [
    page('100 entries of an account as JSON', account, 'application/json', 100),
    page('100 entries of an account as camt.053', account, 'application/xml', 100),
    page('500 entries of an account as JSON', account, 'application/json', 500),
    page('2,000 entries of an account as CSV', account, 'text/csv'),
    page('2,000 entries of an account as camt.053', account, 'application/xml'),
    page('2,000 transactions of a card as CSV', card, 'text/csv'),
    page('2,000 transactions of a card as camt.053', card, 'application/xml'),
  ];
}

function forms({ operator, party, developer, customer }: Subject): Workload[] {
  const image = largeImage();
  const [path, request] = [
    certificatePages.showCertificates.path.replace('{clientId}', developer.clientId),
    generateKeyPairSync('rsa', { modulusLength: 4_096 }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ];
  return [
    { what: 'a consent that a customer approves', run: () => grantConsent(party, customer, { access: { allPsd2: 'allAccounts' } }) },
    { what: 'a sign-in at the portal', run: () => developer.signIn(operator.baseUrl) },
    { what: 'a logo of 1,024 × 1,024 pixels', run: () => developer.uploadLogo(image, 'image/png') },
    {
      what: 'a certificate of the sandbox',
      run: async () => {
        await developer.browser.open(path);
        await developer.browser.press('issue', { request, use: 'seal', validity: 'year' });
      },
    },
  ];
}

const feed = (operator: OperatorFile, lines: readonly string[]): Promise<HttpResponse> =>
  internalCall(operator, 'ais-pis', feedInternal.applyFeed, lines.join('\n'), {}, 'application/x-ndjson');

const stepOf = (position: number, changes: number): string[] =>
  Array.from({ length: changes }, (_, at) =>
    JSON.stringify({
      source: 'bench',
      position,
      ...(at < changes - 1 && { more: true }),
      type: 'holiday',
      currency: 'ILS',
      day: new Date(Date.UTC(2031, 0, 1) + at * 86_400_000).toISOString().slice(0, 10),
      name: 'A day that is no business day',
    }),
  );

async function expect(status: number, answered: Promise<HttpResponse>): Promise<void> {
  const answer = await answered;
  if (answer.status !== status) throw new Error(`answered ${answer.status} ${answer.text.slice(0, 300)}`);
}

function bodies({ operator, party, developer }: Subject): Workload[] {
  return [
    {
      what: 'another customer of the sandbox',
      run: () =>
        expect(
          201,
          exchange(`${operator.baseUrl}/sandbox/customers`, {
            method: 'POST',
            body: '{}',
            headers: { authorization: `Bearer ${developer.sandboxKey}`, 'content-type': 'application/json' },
          }),
        ),
    },
    {
      what: 'a body of 64 KiB with 3,000 faults',
      run: async () => {
        const { access_token: token } = await party.clientToken('consents', 'AIS');
        const balances = Array.from({ length: Math.floor((bodyBytes - 200) / 20) }, (_, at) => ({ iban: `${1_000_000 + at}` }));
        await expect(400, party.call('POST', '/v1.7/consents', { token, body: { access: { balances }, recurringIndicator: true } }));
      },
    },
    {
      what: 'a body of 64 KiB with 32,000 faults',
      run: async () => {
        const { access_token: token } = await party.clientToken('consents', 'AIS');
        const balances = Array<number>(Math.floor((bodyBytes - 200) / 2)).fill(1);
        await expect(400, party.call('POST', '/v1.7/consents', { token, body: { access: { balances }, recurringIndicator: true } }));
      },
    },
    {
      what: '1,000 creditors to block',
      run: () =>
        expect(
          200,
          internalCall(operator, 'ais-pis', paymentRulesInternal.blockCreditors, {
            creditors: Array.from({ length: 1_000 }, (_, at) => ({ name: `Creditor ${at} ${randomUUID()}`, reason: 'FRAD' })),
          }),
        ),
    },
  ];
}

function feeds({ operator }: Subject): Workload[] {
  let position = 0;
  return [
    {
      what: 'a feed of 2,000 changes, one step',
      run: () => expect(200, feed(operator, stepOf((position += 1), 2_000))),
    },
    {
      // Nothing of it is applied: the last line is no line of a feed.
      what: 'a feed of 4 MiB with a faulty line',
      run: () => expect(400, feed(operator, [...stepOf((position += 1), linesOfFourMegabytes), '{}'])),
    },
  ];
}

const sitesOf = ({ operator: { baseUrl } }: Subject): Workload[] =>
  [
    sitePages.showReference,
    sitePages.showChangelog,
    sitePages.showErrors,
    sitePages.showGuides,
    sitePages.showReading,
    sitePages.showStatus,
  ].map(({ path }) => ({
    what: `the page ${path}`,
    run: () => exchange(baseUrl + path, { headers: { accept: 'text/html' } }),
  }));
