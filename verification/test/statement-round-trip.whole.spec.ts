import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshBank, inDays, temporaryFolder, type ConsentedCaller, type HttpResponse } from '@open-banking/testing';
import { load, type StatementReport } from '../src/load/index.js';
import { readStatements } from '../src/reconciliation/index.js';
import { text } from './a-small-bank.js';

type Entry = Readonly<Record<string, unknown>> & { readonly transactionId: string };
interface Lists {
  readonly booked: readonly Entry[];
  readonly _links: { readonly next?: { readonly href: string } };
}
interface Account {
  readonly iban: string;
  readonly currency: string;
  readonly resourceId: string;
}

/** An IBAN with right check digits (ISO 13616). */
const numberedIban = (number: number): string => {
  const bban = `51210800${String(7_000_000_000 + number)}`;
  return `DE${String(98n - (BigInt(`${bban}131400`) % 97n)).padStart(2, '0')}${bban}`;
};
const nextLink = ({ headers }: HttpResponse): string | undefined => /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
const bookedIn = ({ body }: HttpResponse): Lists => body.transactions as Lists;
const openingOf = (xml: string): string => {
  const [, amount, direction] = /<Cd>OPBD<\/Cd>.*?<Amt[^>]*>([^<]+)<\/Amt><CdtDbtInd>(\w+)/s.exec(xml)!;
  return direction === 'DBIT' ? `-${amount!}` : amount!;
};
const broughtForward = (amount: string, day: string): object => ({
  entryReference: '0000000000000001',
  bookingDate: day,
  valueDate: day,
  bookedAt: `${day}T12:00:00Z`,
  amount,
  balanceAfter: amount,
  bankTransactionCode: 'ACMT-MCOP-OTHR',
});
const firstDayOf = (xml: string): string => /<BookgDt><Dt>([^<]+)/.exec(xml)![1]!;

describe("a demo customer's accounts, whose statements are loaded into new accounts", () => {
  const bank = freshBank(['ais-pis']);
  const files = temporaryFolder();
  afterAll(() => {
    files.remove();
  });
  const url = (): string => bank.facts.ownerUrls['ais-pis'];
  const listOf = (accountId: string): string => `/v1.7/accounts/${accountId}/transactions?bookingStatus=booked&dateFrom=${inDays(-700)}`;
  const written = (name: string, content: string): string => {
    const path = join(files.path, name);
    writeFileSync(path, content);
    return path;
  };
  let permitted: ConsentedCaller;
  let accounts: readonly Account[];

  /** An account of the demo customer with a balance of long ago, and no later entries; returns its id. */
  async function emptyAccount(iban: string, currency: string, booked: string): Promise<string> {
    const [accountId, psuId, before] = [randomUUID(), bank.demo.psuId, '2000-01-03'];
    const facts = { bic: 'SOGEDEFFXXX', currency, ownerName: 'Ada', name: 'Giro', product: 'Giro', cashAccountType: 'CACC' };
    const sums = { booked, reserved: '0', incoming: '0', overdraft: '100000000', bookedBefore: '0' };
    const lines = [
      { type: 'account', accountId, iban, ...facts, status: 'enabled', usage: 'PRIV', openedOn: '2000-01-01' },
      { type: 'holder', psuId, resourceId: accountId, rule: 'any' },
      { type: 'accountBalance', accountId, ...sums, lastBookingDate: before, changedAt: `${before}T12:00:00Z` },
      ...(Number(booked) === 0 ? [] : [{ type: 'entry', accountId, ...broughtForward(booked, before) }]),
    ];
    await load('ais-pis', written('account.ndjson', text(lines)), url());
    return accountId;
  }

  async function statementsOf(accountId: string, limit = ''): Promise<string[]> {
    const pages: string[] = [];
    for (let path: string | undefined = `${listOf(accountId)}${limit}`; path !== undefined;) {
      const page: HttpResponse = await permitted.get(path, { headers: { accept: 'application/xml' } });
      expect(page).toAnswer(200);
      pages.push(page.text);
      path = nextLink(page);
    }
    return pages;
  }

  async function entriesOf(accountId: string): Promise<Entry[]> {
    const entries: Entry[] = [];
    for (let path: string | undefined = `${listOf(accountId)}&limit=500`; path !== undefined;) {
      const page: HttpResponse = await permitted.get(path);
      expect(page).toAnswer(200);
      const { booked, _links } = bookedIn(page);
      entries.push(...booked);
      path = _links.next?.href;
    }
    return entries;
  }

  beforeAll(async () => {
    const client = await bank.client();
    permitted = (await client.consentedBy(bank.demo, { allPsd2: 'allAccountsWithOwnerName' })).paced;
    accounts = (await permitted.get('/v1.7/accounts')).body['accounts'] as readonly Account[];
  });

  it('have in JSON the same entries, balances after them included, but for the reference of their new account', async () => {
    expect(accounts.length).toBeGreaterThan(1);
    let exchanged = 0;
    for (const [at, { resourceId, iban, currency }] of accounts.entries()) {
      const target = numberedIban(at);
      // The first one page by page, the others whole.
      const pages = (await statementsOf(resourceId, at === 0 ? '&limit=150' : '')).toSorted((a, b) =>
        firstDayOf(a).localeCompare(firstDayOf(b)),
      );
      expect(pages.length).toBeGreaterThan(at === 0 ? 1 : 0);
      const copy = await emptyAccount(target, currency, openingOf(pages[0]!));
      for (const xml of pages) {
        let report: StatementReport | undefined;
        const path = written('statement.xml', xml.replace(`<Acct><Id><IBAN>${iban}<`, `<Acct><Id><IBAN>${target}<`));
        await load('ais-pis', path, url(), { onReport: (made) => (report = made) });
        expect(report).toMatchObject({ booked: xml.split('<Ntry>').length - 1, needsAttention: false });
      }
      const shown = (entries: readonly Entry[]): object[] =>
        entries.map(({ entryReference, ...entry }) => ({ ...entry, hasReference: typeof entryReference === 'string' }));
      const [original, loaded] = [await entriesOf(resourceId), await entriesOf(copy)];
      expect(original.length).toBeGreaterThan(0);
      expect(shown(loaded)).toEqual(shown(original));
      exchanged += original.filter(({ currencyExchange }) => currencyExchange !== undefined).length;
    }
    expect(exchanged).toBeGreaterThan(0);
  });

  it('have pages that the reconciliation reads, with all entries, and each of which balances', async () => {
    for (const { resourceId } of accounts) {
      const paths = (await statementsOf(resourceId, '&limit=100')).map((xml, at) => written(`page-${at}.xml`, xml));
      const { frames, index } = await readStatements(paths, 'Asia/Jerusalem');
      expect(frames).toHaveLength(paths.length);
      expect(index.size).toBe((await entriesOf(resourceId)).length);
      for (const { opening, closing, moved } of frames) if (closing) expect(opening!.plus(moved).toString()).toBe(closing.toString());
    }
  });
});
