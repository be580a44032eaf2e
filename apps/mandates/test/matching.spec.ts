import { isSameAccount, matchOf, type Candidate } from '../src/collections/matching.js';

const here = { iban: 'DE89370400440532013000' };
const elsewhere = { iban: 'DE02120300000000202051' };
const mandate = (resourceId: string, besides: Partial<Candidate> & { account?: object } = {}): Candidate => {
  const { account = here, ...others } = besides;
  return { resourceId, request: { creditorAccount: account }, status: 'ACTV', dateOfSignature: '2026-01-31', ...others };
};
const found = (...asked: Parameters<typeof matchOf>) => {
  const match = matchOf(...asked);
  return typeof match === 'string' ? match : match.resourceId;
};

describe('the mandate of a collection', () => {
  it('is one that names the creditor’s account, or none', () => {
    expect(found([mandate('a'), mandate('b', { account: elsewhere })], elsewhere)).toBe('b');
    expect(found([mandate('a')], elsewhere)).toBe('AC03');
    expect(found([], here)).toBe('MD01');
  });

  it('is not guessed between creditor’s accounts; a mandate that was never approved does not count', () => {
    const another = mandate('b', { account: elsewhere, status: 'CANC' });
    expect(found([mandate('a'), another], undefined)).toBe('AC03');
    expect(found([mandate('a'), { ...another, status: 'RJCT', dateOfSignature: null }], undefined)).toBe('a');
    expect(found([{ ...another, status: 'RJCT', dateOfSignature: null }], here)).toBe('MD01');
    expect(found([], undefined)).toBe('MD01');
    // Newer, but never approved: the money is not for its account.
    const unsigned = mandate('new', { account: elsewhere, status: 'RCVD', dateOfSignature: null });
    expect(found([unsigned, mandate('a', { status: 'EXPI' })], undefined)).toBe('a');
  });

  it('is a suspended one before an active one, an active one before an ended one, and the newest of several', () => {
    const [ended, active, suspended] = [mandate('a', { status: 'EXPI' }), mandate('b'), mandate('c', { status: 'SUSP' })];
    expect(found([ended, active, suspended], undefined)).toBe('c');
    expect(found([ended, active], here)).toBe('b');
    expect(found([mandate('new'), mandate('old')], undefined)).toBe('new');
  });
});

describe('two references', () => {
  it.each([
    [here, here, true],
    [here, elsewhere, false],
    [here, { ...here, currency: 'EUR' }, true],
    [here, { bban: '370400440532013000' }, true],
    [{ bban: 'ab12' }, { bban: 'AB12' }, true],
    [{ bban: 'AB12' }, here, false],
    [{ other: { identification: '7' } }, { other: { identification: '7' } }, true],
    [{ other: { identification: '7' } }, { other: { identification: '8' } }, false],
    [{ other: { identification: '7' } }, { msisdn: '7' }, false],
    [{ msisdn: '+4915112345' }, { msisdn: '+4915112345' }, true],
    [{ msisdn: '+4915112345' }, { msisdn: '+4915112346' }, false],
    [{ maskedPan: '411111******1111' }, here, false],
    [{ maskedPan: '411111******1111' }, { maskedPan: '411111******1111' }, true],
    // One number in two countries.
    [{ iban: 'DE89370400440532013000' }, { iban: 'XX89370400440532013000' }, false],
  ])('%j and %j are to one account: %s', (one, other, is) => {
    expect(isSameAccount(one, other)).toBe(is);
    expect(isSameAccount(other, one)).toBe(is);
  });
});
