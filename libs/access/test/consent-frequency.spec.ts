import { countedRead, countedSince, withRead, type CountedRead } from '../src/consent-frequency.js';
import { listStartedAt, keysetPage } from '../src/keyset-page.js';
import { type Principal } from '../src/principal.js';
import { Cursors } from '@open-banking/database';
import type { Refusal } from '@open-banking/messages';
import { aisPis, cards, loanServices, type Operation } from '@open-banking/spec';

const noon = new Date('2026-11-21T12:00:00.000Z');
const after = (ms: number): Date => new Date(noon.getTime() + ms);
const minutes = (count: number): number => count * 60_000;
const dayMs = minutes(24 * 60);
const consent = {
  id: '7d0c1b1e-58c1-4c35-9b0a-3a1d7c1f2a10',
  status: 'valid',
  recurring: true,
  frequencyPerDay: 4,
  ownerName: false,
} as const;
const principal: Principal = {
  clientId: 'tpp',
  roles: ['PSP_AI'],
  psuId: 'noa',
  scope: `AIS:${consent.id}`,
  consent,
  granted: [],
  grantedBalances: [],
  attended: false,
  at: noon,
};
const read = (perDay: number, at = noon): CountedRead => ({ consentId: consent.id, operation: 'listCards', resource: '', perDay, at });
const refusal = (times: Date[], asked: CountedRead): Refusal => {
  try {
    withRead(times, asked);
    throw new Error('let in');
  } catch (error) {
    return error as Refusal;
  }
};

describe('a read that counts', () => {
  it('is one of account data while the customer is away', () => {
    expect(countedRead(cards.listCards, principal, {})).toEqual({
      consentId: consent.id,
      operation: 'listCards',
      resource: '',
      perDay: 4,
      at: noon,
    });
    expect(countedRead(cards.listCards, { ...principal, attended: true }, {})).toBeUndefined();
    expect(countedRead(aisPis.readConsent as Operation, principal, { consentId: consent.id })).toBeUndefined();
  });

  it('counts per resource: two cards count separately, and 0012-0034 is the account 12-34', () => {
    expect(countedRead(cards.readCard, principal, { cardId: 'gold' })!.resource).toBe('gold');
    expect(countedRead(cards.readCard, principal, { cardId: '0012' })!.resource).toBe('0012');
    const loans = (branchNumber: string, accountNumber: string) =>
      countedRead(loanServices.listAccountLoans, principal, {
        branchNumber,
        accountNumber,
        BranchNumber: branchNumber,
        AccountNumber: accountNumber,
      })!.resource;
    expect([loans('0012', '0034'), loans('12', '34'), loans('1', '234'), loans('0', '0')]).toEqual(['12-34', '12-34', '1-234', '0-0']);
  });

  it('is allowed as often in any 24 hours as the consent permits, and again once the oldest read is outside them', () => {
    const four = [0, 1, 2, 3].map((hours) => after(minutes(60 * hours)));
    expect(withRead(four.slice(0, 3), read(4, four[3]))).toEqual(four);
    expect(refusal(four, read(4, after(dayMs - 1))).faults[0]!.code).toBe('ACCESS_EXCEEDED');
    expect(withRead(four, read(4, after(dayMs)))).toEqual([...four.slice(1), after(dayMs)]);
  });

  it('is refused, whatever was read, for 24 hours from when the reads of its consent were used up', () => {
    const asked = (at: Date) => ({
      ...countedRead(cards.listCards, { ...principal, at, consent: { ...consent, readsUsedUpAt: noon.getTime() } }, {})!,
    });
    expect(refusal([], asked(after(dayMs - 1_000))).hints).toEqual({ retryAfterSeconds: 1 });
    expect(withRead([], asked(after(dayMs)))).toHaveLength(1);
  });

  it('is refused with the time until the oldest read expires, in whole seconds rounded up', () => {
    const {
      faults: [fault],
      hints,
      status,
    } = refusal([noon], read(1, after(500)));
    expect({ status, ...hints }).toEqual({ status: 429, retryAfterSeconds: 86_400 });
    expect(fault!.text).toMatch(/one read .* 2026-11-22T12:00:00Z, in 86400 s\./);
    expect(withRead([noon], read(1, after(500 + 86_400_000)))).toHaveLength(1);
    expect(refusal([noon, noon], read(2, after(500))).faults[0]!.text).toMatch(/permits 2 reads of this/);
  });

  it('counts no more after 24 hours', () => {
    expect(countedSince(after(dayMs))).toEqual(noon);
  });
});

describe('a later page of a list', () => {
  const cursors = new Cursors(Buffer.alloc(32, 1));
  const path = '/v1.7/cards/gold/transactions';
  const row = cards.listCardTransactions;
  const nextOf = (by: Principal, query: Record<string, string>): Record<string, string> => {
    const { next } = keysetPage<[string]>(cursors, by, path, { limit: '1', ...query }).show(['a', 'b'], (one) => [one]);
    return Object.fromEntries(new URL(next!, 'http://bank').searchParams);
  };
  const counts = (query: Record<string, string>, at: Date, by = principal) =>
    countedRead(row, { ...by, at }, { cardId: 'gold' }, listStartedAt(cursors, by, row, { cardId: 'gold' }, query)) !== undefined;

  it('is free for 5 minutes from the first page on, and counts after that', () => {
    const second = nextOf(principal, { bookingStatus: 'booked' });
    expect([counts(second, after(minutes(5) - 1)), counts(second, after(minutes(5)))]).toEqual([false, true]);
    const third = nextOf({ ...principal, at: after(minutes(4)) }, second);
    expect([counts(third, after(minutes(5) - 1)), counts(third, after(minutes(5)))]).toEqual([false, true]);
    expect(counts({ bookingStatus: 'booked' }, noon)).toBe(true);
  });

  it('is recognized only by a cursor of the same list, client and consent', () => {
    const second = nextOf(principal, {});
    const foreign = [
      { ...principal, clientId: 'other' },
      { ...principal, consent: { ...consent, id: '9d0c1b1e-58c1-4c35-9b0a-3a1d7c1f2a10' } },
    ];
    for (const by of foreign) expect(() => counts(second, noon, by)).toThrow('FORMAT_ERROR');
    expect(() => counts({ ...second, dateFrom: '2026-01-01' }, noon)).toThrow('FORMAT_ERROR');
    expect(counts(second, noon)).toBe(false);
  });
});
