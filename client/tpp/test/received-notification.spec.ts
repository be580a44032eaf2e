import { type Bank, ConnectionError, VerificationError } from '@open-banking/client';
import { verificationFault } from '../src/received-notification.js';

const received = { entryId: '1', clientId: 'c', address: 'https://bank.example/r', receivedAt: '2026-11-30T08:00:00Z', body: 'e30=' };
const bankThat = (verifyNotification: () => Promise<unknown>) => ({ verifyNotification }) as unknown as Bank;

describe('a notification that is fetched', () => {
  it('has no fault where the bank has signed it, and otherwise the one that was found', async () => {
    expect(
      await verificationFault(
        bankThat(() => Promise.resolve({})),
        received,
      ),
    ).toBeUndefined();
    expect(
      await verificationFault(
        bankThat(() => Promise.reject(new VerificationError('It is forged.'))),
        received,
      ),
    ).toBe('It is forged.');
  });

  it('is reported, and does not end the command, where the keys cannot be read or it is malformed', async () => {
    const away = new ConnectionError('jwks', 'id', new Error('ECONNREFUSED'));
    expect(
      await verificationFault(
        bankThat(() => Promise.reject(away)),
        received,
      ),
    ).toMatch(/^It could not be verified: jwks: no answer/);
    const none = { ...received, body: undefined } as never;
    expect(
      await verificationFault(
        bankThat(() => Promise.resolve({})),
        none,
      ),
    ).toMatch(/^It could not be verified: /);
  });
});
