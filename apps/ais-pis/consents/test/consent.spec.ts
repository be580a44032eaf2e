import { readFileSync } from 'node:fs';
import {
  endedOn,
  endOf,
  mayBecome,
  maxPerDay,
  consentPhase,
  consentStatusAt,
  statusesBefore,
  transitions,
  type ConsentStatus,
} from '../src/consent.js';

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
    const documented = readFileSync(new URL('../../../../docs/consents.md', import.meta.url), 'utf8');
    expect([...documented.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, from, to]) => `${from}→${to}`).sort()).toEqual(edges);
  });

  it('is reached from the statuses that may become it', () => {
    expect(statusesBefore('rejected')).toEqual(['received', 'partiallyAuthorised']);
    expect(statusesBefore('received')).toEqual([]);
  });

  it('is in phase open, living or ended', () => {
    expect(Object.fromEntries(all.map((status) => [status, consentPhase(status)]))).toEqual({
      received: 'open',
      partiallyAuthorised: 'open',
      valid: 'active',
      rejected: 'ended',
      expired: 'ended',
      revokedByPsu: 'ended',
      terminatedByTpp: 'ended',
      replacedByTpp: 'ended',
    });
  });

  const now = new Date('2026-11-21T10:00:00Z');
  const at = (status: ConsentStatus, times: object) =>
    consentStatusAt({ status, validUntil: '2026-12-01', approveBy: null, endsAt: null, ...times }, now, '2026-11-21');

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
    expect(at(status, { validUntil: '2026-11-21' })).toBe(status);
    expect(at(status, { validUntil: '2026-11-20' })).toBe('rejected');
  });

  it('ended on the day after its last, or earlier if a deadline or its 24 hours ended earlier', () => {
    const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10);
    const times = { status: 'valid', validUntil: '2026-11-30', approveBy: null, endsAt: null } as const;
    expect(endedOn(times, utcDay)).toBe('2026-12-01');
    expect(endedOn({ ...times, approveBy: now }, utcDay)).toBe('2026-11-21');
    expect(endedOn({ ...times, endsAt: now }, utcDay)).toBe('2026-11-21');
    expect(endedOn({ ...times, endsAt: new Date('2026-12-02T00:00:00Z') }, utcDay)).toBe('2026-12-01');
  });

  it('permits four unattended reads a day at most (PSD2 RTS art. 36(5)(b))', () => {
    expect(maxPerDay).toBe(4);
  });

  it('never changes once it is final', () => {
    for (const status of all.filter((one) => consentPhase(one) === 'ended')) expect(at(status, { validUntil: '2020-01-01' })).toBe(status);
  });
});
