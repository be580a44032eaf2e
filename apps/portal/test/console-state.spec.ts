import { randomBytes } from 'node:crypto';
import { emptyState, openState, sealState, withCreated, withGrant, type ConsoleState } from '../src/console/console-state.js';
import { keyFor } from '../src/sealing/seal.js';

describe('what the console keeps in a browser', () => {
  const key = keyFor(randomBytes(32), 'test');
  const now = Date.now();
  const subject = { issuer: 'consents', id: 'a consent' } as const;
  const state = withGrant(emptyState, { subject, login: 'demo', token: 'a token' });
  const sealed = sealState(key, state, 'my session', now);

  it('is read for an hour in the session that it was left in', () => {
    expect(openState(key, sealed, 'my session', now + 3_599_000)).toEqual(state);
    expect(openState(key, sealed, 'my session', now + 3_600_000)).toEqual(emptyState);
  });

  it('is nothing in another session, with another key, cut short, or with a byte changed', () => {
    const bytes = Buffer.from(sealed, 'base64url');
    const changed = bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte));
    expect(openState(key, sealed, 'another session', now)).toEqual(emptyState);
    expect(openState(keyFor(randomBytes(32), 'test'), sealed, 'my session', now)).toEqual(emptyState);
    for (const broken of [Buffer.from(changed), bytes.subarray(0, 20), bytes.subarray(0, -1)])
      expect(openState(key, broken.toString('base64url'), 'my session', now)).toEqual(emptyState);
    expect(bytes.toString('latin1')).not.toContain('a token');
  });

  it('fits into a cookie, however much is created', () => {
    const id = '00000000-0000-4000-8000-000000000000';
    let full: ConsoleState = emptyState;
    for (const issuer of ['consents', 'payments', 'mandates', 'cancellation'] as const) {
      const whole = {
        issuer,
        id,
        product: 'instant-sepa-credit-transfers',
        permissions: ['accounts', 'balances', 'transactions', 'ownerName'] as const,
      };
      full = withGrant(full, { subject: whole, login: 'customer-200', token: 'x'.repeat(43) });
      for (let count = 0; count < 10; count += 1) full = withCreated(full, { ...whole, id: `${id.slice(0, -1)}${count}` });
    }
    const pending = {
      subject: full.created[0]!,
      login: 'customer-200',
      state: 'x'.repeat(43),
      verifier: 'x'.repeat(43),
      operationId: 'x'.repeat(30),
    };
    expect(`console=${sealState(key, { ...full, pending }, 'x'.repeat(43), now)}`.length).toBeLessThan(3_900);
  });
});
