import { createHash, scryptSync } from 'node:crypto';

/** Accounts are alike in a bank of any size; the first one has a long history. */
export const entriesOfAccount = 200;
export const entriesOfFirst = 20_000;
/** How far the histories reach back; the bank shows 24 months. */
const historyDays = 600;
const dayMs = 86_400_000;

export interface Sized {
  /** How many entries the bank has already, and how many it is to have. */
  readonly from: number;
  readonly entries: number;
  /** The last booking day, as YYYY-MM-DD. */
  readonly until: string;
}

/** Ids are spread like random ones, and the same each time. */
function paddedUuid(kind: string, number: number): string {
  const hex = createHash('md5').update(`${kind} ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export const accountIdOf = (number: number): string => paddedUuid('account', number);
export const psuIdOf = (number: number): string => paddedUuid('psu', number);

/** ISO 7064 mod 97-10. */
export function numberedIban(number: number): string {
  const bban = `098${String(number).padStart(16, '0')}`;
  return `IL${String(98n - (BigInt(`${bban}182100`) % 97n)).padStart(2, '0')}${bban}`;
}

const inMajor = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/** All customers have the same password and salt: what is loaded is the same each time. */
export const password = 'scale';
const salt = Buffer.alloc(16);
const hash = scryptSync(password, salt, 32, { N: 16_384, r: 8, p: 1 });
const passwordHash = ['scrypt', 16_384, 8, 1, salt.toString('base64url'), hash.toString('base64url')].join('$');
export const loginOf = (number: number): string => `scale-${number}`;

/** How many accounts a bank of this size has. */
export const accountCount = (entries: number): number => 1 + Math.max(1, Math.round((entries - entriesOfFirst) / entriesOfAccount));

const words = ['Groceries', 'Pharmacy', 'Books', 'Rent', 'Electricity', 'Water', 'Insurance', 'Tickets', 'Hardware', 'Clothes'];

/** One account with its customer, holder, balance and entries, as lines of a load file. */
function* accountLines(number: number, entries: number, until: string): Generator<string> {
  const [accountId, psuId] = [accountIdOf(number), psuIdOf(number)];
  const last = Date.parse(`${until}T00:00:00Z`);
  const days = Array.from({ length: historyDays }, (_, at) => new Date(last - (historyDays - 1 - at) * dayMs).toISOString().slice(0, 10));
  const lines: string[] = [];
  let booked = 0;
  let bookedBefore = 0;
  let lastDay = '';
  for (let at = 0; at < entries; at += 1) {
    const day = days[Math.floor((at * historyDays) / entries)]!;
    // Once in ten a credit that is larger than the debits in between.
    const amount = at % 10 === 0 ? 300_000 : -(1_000 + ((at * 7_919 + number * 104_729) % 25_000));
    if (day !== lastDay) bookedBefore = booked;
    lastDay = day;
    booked += amount;
    const word = words[(at + number) % words.length]!;
    const party =
      amount > 0
        ? `"debtorName":"Employer ${number % 977}","debtorAccount":{"iban":"DE02120300000000202051"}`
        : `"creditorName":"${word} ${at % 313}","creditorAccount":{"iban":"DE02120300000000202051"}`;
    lines.push(
      `{"type":"entry","accountId":"${accountId}","bookingDate":"${day}","entryReference":"0${String(at + 1).padStart(15, '0')}","valueDate":"${day}",` +
        `"bookedAt":"${day}T09:30:00Z","amount":"${inMajor(amount)}","balanceAfter":"${inMajor(booked)}",` +
        `"bankTransactionCode":"${amount > 0 ? 'PMNT-RCDT-ESCT' : 'PMNT-ICDT-ESCT'}","endToEndId":"E2E-${number}-${at}",${party},"remittanceUnstructured":"${word}, invoice ${at}"}\n`,
    );
  }
  yield `${JSON.stringify({ type: 'psu', psuId, login: loginOf(number), passwordHash, name: `Customer ${number}`, language: 'en' })}\n`;
  yield `${JSON.stringify({ type: 'account', accountId, iban: numberedIban(number), bic: 'OPBKILIT', currency: 'EUR', ownerName: `Customer ${number}`, name: 'Current', product: 'Current', cashAccountType: 'CACC', status: 'enabled', usage: 'PRIV', openedOn: days[0] })}\n`;
  yield `${JSON.stringify({ type: 'holder', psuId, resourceId: accountId, rule: 'any' })}\n`;
  yield `${JSON.stringify({ type: 'accountBalance', accountId, booked: inMajor(booked), reserved: '0.00', incoming: '0.00', overdraft: '0.00', lastBookingDate: lastDay, bookedBefore: inMajor(bookedBefore), changedAt: `${lastDay}T09:30:00Z` })}\n`;
  yield lines.join('');
}

/** What makes a bank grow to a size, as a load file of ais-pis, in pieces: account by account, the same each time. */
export function* entryLines({ from, entries, until }: Sized): Generator<string> {
  for (let number = from === 0 ? 0 : accountCount(from); number < accountCount(entries); number += 1)
    yield* accountLines(number, number === 0 ? entriesOfFirst : entriesOfAccount, until);
}
