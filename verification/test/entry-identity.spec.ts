import { EntryIdentity, isPlaceholder, referenceDigestOf, type EarlierEntry, type EntryVerdict } from '../src/load/camt/entry-identity.js';
import { AccountLines } from '../src/load/camt/load-lines.js';
import type { Statement, StatementEntry } from '../src/load/camt/statement.js';

/** The same numbers for the same seed (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Movement {
  readonly number: number;
  readonly day: string;
  readonly amount: string;
}

/** How banks write references: of the entry itself, its place in the statement, or the statement's number. */
const schemes: Readonly<Record<string, (movement: Movement, place: number) => Partial<StatementEntry['place']>>> = {
  'a lasting AcctSvcrRef': ({ number }) => ({ servicerReference: `A${number}` }),
  'one AcctSvcrRef for a payment and its fee': ({ number }) => ({ servicerReference: `A${number >> 1}` }),
  'a lasting NtryRef': ({ number }) => ({ statementReference: `N${number}` }),
  'NtryRef from 1 in each statement': (_, place) => ({ statementReference: String(place) }),
  'NtryRef from 1, and an AcctSvcrRef for some': ({ number }, place) => ({
    statementReference: String(place),
    servicerReference: number % 3 === 0 ? `A${number}` : undefined,
  }),
  NONREF: () => ({ servicerReference: 'NONREF' }),
  'no reference': () => ({}),
};

function statementOf(scheme: string, messageId: string, movements: readonly Movement[]): Statement {
  const entries = movements.map((movement, index) => ({
    line: 1,
    place: {
      statement: undefined,
      number: index + 1,
      servicerReference: undefined,
      statementReference: undefined,
      ...schemes[scheme]!(movement, index + 1),
    },
    bookingDate: movement.day,
    valueDate: movement.day,
    amount: movement.amount,
    currency: 'EUR',
    facts: { bankTransactionCode: '' },
  }));
  return { line: 1, number: 1, iban: 'X', identity: [messageId, 'S'], entries, leftOut: [] };
}

/** A few amounts and days, so that many movements are equal; those of one pair differ. */
function movementsOf(seed: number): Movement[] {
  const below = chance(seed);
  return Array.from({ length: 24 }, (_, number) => ({
    number,
    day: `2026-11-0${1 + (number >> 3)}`,
    amount: `${1 + 2 * below(2) + (number % 2)}.00`,
  }));
}

class Books {
  readonly entries: EarlierEntry[] = [];

  /** Loads a statement. Returns whether it was refused. */
  load(statement: Statement, word?: 'new' | 'same'): boolean {
    const identity = new EntryIdentity([statement], this.entries, [], statement.identity![0]!);
    const judged = identity.judge(statement);
    const undecided = judged.filter(({ verdict }) => verdict === 'equal' || verdict === 'contradicted');
    if (undecided.length > 0 && word === undefined) return true;
    const fresh = judged.filter(({ verdict }) => verdict === 'new' || (word === 'new' && verdict !== 'known')).map(({ entry }) => entry);
    for (const [entry, id] of identity.assign(statement, fresh)) {
      const { amount, bookingDate, valueDate } = entry;
      this.entries.push({
        id,
        amount,
        bookingDate,
        valueDate,
        servicerReference: referenceDigestOf(entry),
        isShared: !identity.isUnique(entry),
      });
    }
    return false;
  }
}

const facts = (entries: readonly { readonly amount: string; readonly bookingDate?: string; readonly day?: string }[]): string[] =>
  entries.map(({ amount, bookingDate, day }) => `${amount} ${bookingDate ?? day}`).toSorted();

describe.each(Object.keys(schemes))('entries of statements with %s', (scheme) => {
  it('are all booked or the statement is refused, whatever is equal; with the operator’s word all are booked, each under an id of its own', () => {
    let refused = 0;
    for (let seed = 1; seed <= 25; seed += 1) {
      const [below, books, movements] = [chance(1_000 + seed), new Books(), movementsOf(seed)];
      for (let from = 0, message = 1; from < movements.length; message += 1) {
        const part = movements.slice(from, (from += 1 + below(6)));
        const statement = statementOf(scheme, `M${message}`, part);
        if (books.load(statement)) {
          refused += 1;
          books.load(statement, 'new');
        }
        expect(facts(books.entries)).toEqual(facts(movements.slice(0, from)));
      }
      expect(new Set(books.entries.map(({ id }) => id)).size).toBe(movements.length);
    }
    // The test would prove nothing if all were refused.
    expect(refused).toBeLessThan(25 * 24);
    if (scheme === 'a lasting AcctSvcrRef') expect(refused).toBe(0);
  });

  it('are refused or known, and never booked again, where a statement comes again under another MsgId', () => {
    for (let seed = 1; seed <= 25; seed += 1) {
      const [books, movements] = [new Books(), movementsOf(seed)];
      books.load(statementOf(scheme, 'M1', movements));
      const before = [...books.entries];
      const again = statementOf(scheme, 'M2', movements);
      books.load(again);
      expect(books.entries).toEqual(before);
      books.load(again, 'same');
      expect(books.entries).toEqual(before);
    }
  });
});

describe('an entry of another statement with the amount and day of a booked one', () => {
  type References = Partial<StatementEntry['place']>;
  const movement = { number: 1, day: '2026-11-02', amount: '41.00' };
  const statementWith = (messageId: string, references: References, day = movement.day): Statement => {
    const made = statementOf('no reference', messageId, [{ ...movement, day }]);
    return { ...made, entries: made.entries.map((entry) => ({ ...entry, place: { ...entry.place, ...references } })) };
  };
  const verdict = (before: References, then: References, day?: string): EntryVerdict => {
    const books = new Books();
    books.load(statementWith('M1', before));
    const statement = statementWith('M2', then, day);
    return new EntryIdentity([statement], books.entries, [], 'M2').judge(statement)[0]!.verdict;
  };
  const [none, n1, n7, n101] = [{}, ...['1', '7', '101'].map((statementReference) => ({ statementReference }))];
  const [a7, b8, placeholder] = ['7', '8', 'NONE'].map((servicerReference) => ({ servicerReference }));

  it.each<[string, References, References, EntryVerdict]>([
    ['NtryRef, then the same text as AcctSvcrRef', n7!, a7!, 'equal'],
    ['AcctSvcrRef, then the same text as NtryRef', a7!, n7!, 'equal'],
    ['one NtryRef, then the same', n1!, n1!, 'equal'],
    ['one NtryRef, then another', n1!, n101!, 'equal'],
    ['no reference, then NtryRef', none!, n7!, 'equal'],
    ['NtryRef, then no reference', n7!, none!, 'equal'],
    ['AcctSvcrRef, then NtryRef', b8!, n1!, 'equal'],
    ['NtryRef, then AcctSvcrRef', n1!, b8!, 'equal'],
    ['NtryRef, then the same with AcctSvcrRef', n1!, { ...n1, ...b8 }, 'equal'],
    ['AcctSvcrRef, then a placeholder', b8!, placeholder!, 'equal'],
    ['a placeholder, then the same', placeholder!, placeholder!, 'equal'],
    ['AcctSvcrRef, then another', a7!, b8!, 'new'],
    ['AcctSvcrRef, then another, both with one NtryRef', { ...n1, ...a7 }, { ...n1, ...b8 }, 'new'],
    ['AcctSvcrRef, then the same', a7!, a7!, 'known'],
    ['AcctSvcrRef, then the same with NtryRef', a7!, { ...n1, ...a7 }, 'known'],
  ])('is judged by its references: %s', (_, before, then, expected) => {
    expect(verdict(before, then)).toBe(expected);
  });

  it('is new on another day, with whatever references that are no AcctSvcrRef', () => {
    for (const before of [none!, n1!, placeholder!])
      for (const then of [none!, n1!, n101!, b8!]) expect(verdict(before, then, '2026-11-03')).toBe('new');
  });

  it('is not known by the id of an entry of which no AcctSvcrRef is noted, such as one of the bank itself or of an earlier release', () => {
    const { amount, day } = movement;
    const own = { id: '7', amount, bookingDate: day, valueDate: day };
    const statement = statementWith('M2', a7!);
    expect(new EntryIdentity([statement], [own], [], 'M2').judge(statement)[0]!.verdict).toBe('equal');
  });
});

describe('an AcctSvcrRef', () => {
  it.each([
    'NONREF',
    'none',
    '0',
    '-',
    'NULL',
    '000000',
    '0000-0000',
    'XXXX',
    '9999999999',
    'N/A',
    'n.a.',
    'not provided',
    'NOTAVAILABLE',
    'UNKNOWN',
    '***',
    '.',
    'Keine',
    'X',
    'NONREF0',
  ])('that says that there is none is a placeholder: %s', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each(['7', '10', 'A1', '0000001', '2026110200001', 'NO12345', 'N1', 'ABC', 'REF-7', '20261102-4', 'XX1'])(
    'identifies an entry: %s',
    (text) => {
      expect(isPlaceholder(text)).toBe(false);
    },
  );
});

describe('a late entry of an account on whose last day this bank booked itself', () => {
  it('is refused with this reason, and taken where the bank booked before', () => {
    const [late] = [{ number: 1, day: '2026-11-02', amount: '5.00' }];
    const statement = statementOf('a lasting AcctSvcrRef', 'M1', [late]);
    const closing = { line: 1, amount: '15.00', currency: 'EUR', date: '2026-11-04' };
    const errors = (lastPosted: string): string[] => {
      const balances = { booked: '10.00', bookedBefore: '10.00', reserved: '0', incoming: '0', overdraft: '0' };
      const account = {
        accountId: 'A',
        currency: 'EUR',
        lastBookingDate: '2026-11-04',
        lastReference: '0000000000000001',
        earlier: [],
        pending: [],
      };
      const lines = new AccountLines({ name: 'f', sha256: '' }, { ...account, ...balances, lastPosted }, '2026-11-05', undefined);
      lines.loadFor([{ ...statement, closing }], new Set(), new Date(0), false);
      return lines.errors.map(({ message }) => message);
    };
    expect(errors('2026-11-03')).toEqual([]);
    expect(errors('2026-11-04')).toEqual([
      expect.stringContaining('must be after 2026-11-04, on which this bank has booked on the account itself. A late entry is booked on'),
    ]);
  });
});
