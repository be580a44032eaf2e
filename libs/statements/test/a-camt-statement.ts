import { camt053, type CamtStatement, type ListedEntry } from '../src/index.js';

/** A statement of one page, made on 24 November 2026 at noon in the bank's time zone, of the days up to the one before. */
export const plainStatement: CamtStatement = {
  of: ['/a'],
  createdAt: new Date('2026-11-24T10:00:00Z'),
  timeZone: 'Asia/Jerusalem',
  page: 1,
  isLast: true,
  from: '2026-11-01',
  to: '2026-11-23',
  account: { iban: 'DE89370400440532013000', currency: 'EUR' },
  cashAccountType: 'CACC',
  ownerName: undefined,
  balances: [],
  lists: [],
};

export const plainEntry: ListedEntry = { transactionId: 't1', transactionAmount: { currency: 'EUR', amount: '-1.50' } };

export const written = async (given: Partial<CamtStatement>): Promise<string> =>
  (await camt053({ ...plainStatement, ...given })).toString();

/** The only entry of a statement, as it is written. */
export async function writtenEntry(entry: Partial<ListedEntry>): Promise<string> {
  const xml = await written({ lists: [{ status: 'BOOK', entries: [{ ...plainEntry, ...entry }] }] });
  return /<Ntry>.*<\/Ntry>/s.exec(xml)![0];
}
