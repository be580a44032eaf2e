import { bankTime } from '@open-banking/messages';
import { inDays } from '@open-banking/testing';
import { aDemoList, element, elements, everyPage, kinds, listsOf, type Entry } from './a-statement.js';

/** Ends before today: other tests may book on the demo customer's accounts meanwhile. */
const aYear = `dateFrom=${inDays(-365)}&dateTo=${inDays(-2)}`;

type Statement = (value: string) => string;
const plain: Statement = (value) => value;
/** How an entry of a statement writes a field that it does not write as JSON does. */
const otherwise: Readonly<Record<string, Statement>> = {
  'transactionAmount.amount': (value) => value.replace('-', ''),
  'originalAmount.amount': (value) => value.replace('-', ''),
  'grandTotalAmount.amount': (value) => value.replace('-', ''),
  'markupFee.amount': (value) => value.replace('-', ''),
  bankTransactionCode: (value) => {
    const [domain, family, subFamily] = value.split('-');
    return family === undefined ? value : `${domain}</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${subFamily}`;
  },
  'currencyExchange.quotationDate': (value) => `${value}T00:00:00`,
  acceptorTransactionDateTime: (value) => bankTime(new Date(value), 'Asia/Jerusalem').replace('.000', ''),
};
/** Fields that an entry of a statement does not have, and the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  'balanceAfterTransaction.balanceType': 'the balances of the statement',
  'balanceAfterTransaction.balanceAmount.amount': 'the balances of the statement',
  'balanceAfterTransaction.balanceAmount.currency': 'the balances of the statement',
  'balanceAfterTransaction.referenceDate': 'the balances of the statement',
  maskedPAN: 'the account of the statement',
  invoiced: 'no element says it; the value date is the day of the debit',
};

/** The texts in an entry of JSON, each with its path; members of lists have that of the list. */
function* fieldsOf(value: unknown, path = ''): Generator<readonly [path: string, text: string]> {
  if (Array.isArray(value)) for (const one of value) yield* fieldsOf(one, path);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* fieldsOf(member, path === '' ? name : `${path}.${name}`);
  else yield [path, String(value)];
}
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

describe.each(kinds)('an entry in the statement of a demo $kind', (kind) => {
  const demo = aDemoList(kind);

  it.each(['booked', 'pending'])('says what the same entry says in JSON: %s', async (bookingStatus) => {
    const pages = await everyPage(
      (path) => demo.permitted.get(path),
      `${demo.path}?bookingStatus=${bookingStatus}&${aYear}&limit=500`,
      (page) => listsOf(page)._links.next?.href,
    );
    const listed = pages.flatMap((page) => (listsOf(page)[bookingStatus as 'booked'] ?? []) as Entry[]);
    const { text } = await demo.camt(`${demo.path}?bookingStatus=${bookingStatus}&${aYear}`);
    // A payment and its fee have one id.
    const written = new Map(elements(text, 'Ntry').map((xml) => [`${element(xml, 'NtryRef')} ${element(xml, 'AcctSvcrRef')}`, xml]));
    const missing = new Set<string>();
    const seen = new Set<string>();
    for (const entry of listed) {
      const xml = written.get(`${entry.entryReference ?? entry.transactionId} ${entry.transactionId}`)!;
      for (const [path, value] of fieldsOf(entry)) {
        if (path in elsewhere || value.length > 35) continue;
        seen.add(path);
        const stated = otherwise[path] ?? ((text: string) => escaped(plain(text)));
        if (!xml.includes(`>${stated(value)}`) && !xml.includes(`"${value}"`)) missing.add(`${path}: ${value}`);
      }
    }
    expect([...missing].slice(0, 20)).toEqual([]);
    if (bookingStatus === 'booked') expect(seen.size).toBeGreaterThan(8);
  });
});
