import { readFileSync } from 'node:fs';
import { endOf, phaseOf, mayBecome, transitions, statusAt, type ConsentStatus } from '../src/consents/consent.js';

const all = Object.keys(transitions) as ConsentStatus[];

describe('the status of a consent', () => {
  it('has these transitions and no others', () => {
    const edges = all.flatMap((from) => all.filter((to) => mayBecome(from, to)).map((to) => `${from}→${to}`));
    edges.sort();
    expect(edges).toEqual(
      [
        'received→partiallyAuthorised',
        'received→valid',
        'received→rejected',
        'received→terminatedByTpp',
        'partiallyAuthorised→valid',
        'partiallyAuthorised→rejected',
        'partiallyAuthorised→terminatedByTpp',
        'valid→expired',
        'valid→revokedByPsu',
        'valid→terminatedByTpp',
        'valid→replacedByTpp',
      ].sort(),
    );
    const documented = readFileSync(new URL('../../../docs/consents.md', import.meta.url), 'utf8');
    expect([...documented.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, from, to]) => `${from}→${to}`).sort()).toEqual(edges);
  });

  it('is in phase open, living or ended', () => {
    expect(Object.fromEntries(all.map((status) => [status, phaseOf(status)]))).toEqual({
      received: 'open',
      partiallyAuthorised: 'open',
      valid: 'living',
      rejected: 'ended',
      expired: 'ended',
      revokedByPsu: 'ended',
      terminatedByTpp: 'ended',
      replacedByTpp: 'ended',
    });
  });

  const now = new Date('2026-11-21T10:00:00Z');
  const at = (status: ConsentStatus, times: object) =>
    statusAt({ status, validUntil: '2026-12-01', approveBy: null, endsAt: null, ...times }, now, '2026-11-21');

  it('is valid through its last day and expired the next', () => {
    expect(at('valid', { validUntil: '2026-11-21' })).toBe('valid');
    expect(at('valid', { validUntil: '2026-11-20' })).toBe('expired');
  });

  it('expires 24 h after the approval of a one-off access', () => {
    expect(endOf(true, now)).toBeNull();
    expect(endOf(false, now)).toEqual(new Date('2026-11-22T10:00:00Z'));
    expect(at('valid', { endsAt: new Date(now.getTime() + 1) })).toBe('valid');
    expect(at('valid', { endsAt: now })).toBe('expired');
  });

  it.each(['received', 'partiallyAuthorised'] as const)('becomes rejected if %s is not followed by an approval in time', (status) => {
    expect(at(status, { approveBy: new Date(now.getTime() + 1) })).toBe(status);
    expect(at(status, { approveBy: now })).toBe('rejected');
  });

  it('never changes once it is final', () => {
    for (const status of all.filter((one) => phaseOf(one) === 'ended')) expect(at(status, { validUntil: '2020-01-01' })).toBe(status);
  });
});
