import { EntryIdentity, type EarlierEntry } from '../src/load/camt/entry-identity.js';
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
    for (const [{ amount, bookingDate, valueDate }, id] of identity.assign(statement, fresh))
      this.entries.push({ id, amount, bookingDate, valueDate });
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
    if (scheme.startsWith('a lasting')) expect(refused).toBe(0);
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
