// Reads statements as this bank writes them: no attributes but the currency, no comments.
import { runningBank, type ConsentedCaller, type HttpResponse } from '@open-banking/testing';
import { services } from '@open-banking/spec';
import { Decimal } from '@open-banking/messages';

export interface Entry {
  readonly transactionId: string;
  readonly entryReference?: string;
  readonly bookingDate?: string;
  readonly valueDate?: string;
  readonly transactionAmount: { readonly amount: string; readonly currency: string };
}
export interface Lists {
  readonly booked?: Entry[];
  readonly pending?: Entry[];
  readonly _links: { readonly next?: { readonly href: string } };
}

export const kinds = [
  { kind: 'account', list: '/v1.7/accounts', service: 'ais-pis', hasBalances: true },
  { kind: 'saving', list: '/v1.5/savings', service: 'savings-loans', hasBalances: true },
  { kind: 'loan', list: '/v1.5/loans', service: 'savings-loans', hasBalances: true },
  { kind: 'card', list: '/v1.7/cards', service: 'cards', hasBalances: false },
] as const;

export const listsOf = ({ body }: HttpResponse): Lists => (body.transactions ?? body.cardTransactions) as Lists;
export const sum = (amounts: readonly string[]): string => amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed(2);

export const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, inner]) => inner!);
export const element = (xml: string, name: string): string | undefined => elements(xml, name)[0];
export const signed = (xml: string): string => `${element(xml, 'CdtDbtInd') === 'DBIT' ? '-' : ''}${element(xml, 'Amt')}`;
export const entryIds = (xml: string): string[] => elements(xml, 'Ntry').map((entry) => element(entry, 'AcctSvcrRef')!);
/** Type, subtype and signed amount of each balance. */
export const balancesIn = (xml: string): string[] =>
  elements(xml, 'Bal').map((one) => [...elements(element(one, 'Tp')!, 'Cd'), signed(one)].join(' '));

export const nextLink = ({ headers }: HttpResponse): string | undefined => /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];

/** All pages of a list from its first one on. */
export async function everyPage(
  read: (path: string) => Promise<HttpResponse>,
  first: string,
  next: (page: HttpResponse) => string | undefined = nextLink,
): Promise<HttpResponse[]> {
  const pages: HttpResponse[] = [];
  for (let path: string | undefined = first; path !== undefined; path = next(pages.at(-1)!)) {
    const page = await read(path);
    expect(page).toAnswer(200);
    pages.push(page);
  }
  return pages;
}

/** The lists of the demo customer's first resource of a kind, under a consent to everything. */
export function aDemoList({ kind, list }: (typeof kinds)[number]) {
  const bank = runningBank(services);
  const of = {
    bank,
    permitted: undefined as unknown as ConsentedCaller,
    clientId: '',
    path: '',
    json: (query: string) => of.permitted.get(`${of.path}?${query}`),
    camt: (path: string) => of.permitted.get(path, { headers: { accept: 'application/xml' } }),
    csv: (path: string) => of.permitted.get(path, { headers: { accept: 'text/csv' } }),
  };
  beforeAll(async () => {
    const client = await bank.client();
    of.clientId = client.clientId;
    of.permitted = (await client.consentedBy(bank.demo, { allPsd2: 'allAccountsWithOwnerName' })).paced;
    of.path = `${list}/${bank.resources(bank.demo, kind)[0]!.resourceId}/transactions`;
  });
  return of;
}
