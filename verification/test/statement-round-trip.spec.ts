import fc from 'fast-check';
import { camt053, type ListedEntry } from '@open-banking/statements';
import { StatementFile } from '../src/load/camt/statement.js';

const iban = 'DE75512108001245126199';
/** Characters of one code point and of several, and those that XML writes in another way. */
const units = [
  'a',
  'Z',
  '7',
  ' ',
  ' ',
  '.',
  ';',
  '&',
  '<',
  '>',
  '"',
  "'",
  'é',
  'e\u0301',
  'ש\u05c1',
  'ي',
  '€',
  '\u{1d4b3}',
  '👍🏽',
  '👩‍👩‍👧',
  '🇮🇱',
];
const text = (maxUnits: number) =>
  fc
    .array(fc.constantFrom(...units), { minLength: 1, maxLength: maxUnits })
    .map((all) => all.join('').trim())
    .filter((all) => all !== '');
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const reference = fc.stringMatching(/^[A-Z][A-Z0-9]{5,30}$/);
const account = fc.constantFrom(
  { iban: 'DE02120300000000202051' },
  { bban: '0108000000099999999' },
  { maskedPan: '458099******1234' },
  { other: { identification: 'IL-77-4711' } },
);
const party = {
  creditorName: optional(text(20)),
  creditorAccount: optional(account),
  creditorAgent: optional(fc.constantFrom('SOGEDEFFXXX', 'POALILIT')),
  creditorId: optional(reference),
  ultimateCreditor: optional(text(20)),
  debtorName: optional(text(20)),
  debtorAccount: optional(account),
  debtorAgent: optional(fc.constantFrom('SOGEDEFFXXX', 'POALILIT')),
  ultimateDebtor: optional(text(20)),
};
const dollars = {
  sourceCurrency: 'USD',
  targetCurrency: 'EUR',
  unitCurrency: 'USD',
  exchangeRate: '0.9213',
  quotationDate: '2026-10-25',
};
const pounds = { ...dollars, sourceCurrency: 'GBP', unitCurrency: 'EUR', quotationDate: '2026-03-27', contractIdentification: 'FX-1' };
const entry: fc.Arbitrary<ListedEntry> = fc.record({
  transactionId: reference,
  entryReference: fc.stringMatching(/^0[0-9]{15}$/),
  bookingDate: fc.constant('2026-11-27'),
  valueDate: fc.constantFrom('2026-11-25', '2026-11-27', '2026-12-01'),
  transactionAmount: fc
    .integer({ min: -10_000_000, max: 10_000_000 })
    .filter((cents) => cents !== 0)
    .map((cents) => ({ currency: 'EUR', amount: (cents / 100).toFixed(2) })),
  endToEndId: optional(reference),
  mandateId: optional(reference),
  checkId: optional(fc.stringMatching(/^[0-9]{1,8}$/)),
  currencyExchange: optional(fc.subarray([dollars, pounds], { minLength: 1 })),
  ...party,
  remittanceInformationUnstructured: optional(text(400)),
  remittanceInformationStructured: optional(fc.constant('RF18539007547034')),
  additionalInformation: optional(fc.oneof(text(60), fc.constantFrom('AC04', 'Fee; AC04', 'AM05'))),
  purposeCode: optional(fc.constantFrom('SALA', 'RENT')),
  bankTransactionCode: fc.constantFrom('PMNT-ICDT-ESCT', 'PMNT-RCDT-RRTN', 'FORX-SPOT-OTHR'),
  proprietaryBankTransactionCode: optional(reference),
});

const withoutGaps = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

describe("the bank's own camt.053, when it is loaded", () => {
  const loaded = async (entries: readonly ListedEntry[]): Promise<object[]> => {
    const xml = await camt053({
      of: ['/a'],
      createdAt: new Date('2026-11-27T10:00:00Z'),
      timeZone: 'Asia/Jerusalem',
      page: 1,
      isLast: true,
      from: undefined,
      to: '2026-11-27',
      account: { iban, currency: 'EUR' },
      cashAccountType: 'CACC',
      ownerName: 'Ada',
      balances: [],
      lists: [{ status: 'BOOK', entries }],
    });
    const { statements, errors } = new StatementFile('statement.xml', xml.toString(), 'Asia/Jerusalem');
    expect(errors).toEqual([]);
    return statements[0]!.entries.map(({ place, amount, currency, bookingDate, valueDate, facts }) => {
      const { remittanceUnstructured, remittanceStructured, ...same } = facts;
      return withoutGaps({
        transactionId: place.servicerReference,
        entryReference: place.statementReference,
        bookingDate,
        valueDate,
        transactionAmount: { currency, amount: Number(amount).toFixed(2) },
        ...same,
        remittanceInformationUnstructured: remittanceUnstructured,
        remittanceInformationStructured: remittanceStructured,
      });
    });
  };

  it('has of every entry what JSON has: days, amounts, ids, parties, texts of any length and codes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
        expect(await loaded(entries)).toEqual(entries.map(withoutGaps));
      }),
      { numRuns: 150 },
    );
  });
});
