import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Refusal } from '@open-banking/messages';
import type { Service } from '@open-banking/spec';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { InternalSigner, InternalVerifier } from '../src/internal-token.js';
import type { Operators } from '../src/operators.js';

const noOperators: Operators = { find: () => Promise.resolve(undefined) };
const row = { id: 'introspectToken', callers: ['cards'] as Service[] };

describe('the token of an internal call', () => {
  const keysDir = mkdtempSync(join(tmpdir(), 'internal-keys-'));
  afterAll(() => rmSync(keysDir, { recursive: true }));
  const keys = {} as Record<'cards' | 'loan-services', CryptoKey>;
  const verifier = new InternalVerifier('ais-pis', keysDir, noOperators);
  const accepted = (token: string) => verifier.verify(`Bearer ${token}`, row);

  beforeAll(async () => {
    for (const caller of ['cards', 'loan-services'] as const) {
      const pair = await generateKeyPair('EdDSA', { extractable: true });
      keys[caller] = pair.privateKey;
      for (const [part, key] of [['private', pair.privateKey] as const, ['public', pair.publicKey] as const])
        writeFileSync(join(keysDir, `${caller}.${part}.jwk.json`), JSON.stringify(await exportJWK(key)));
    }
  });

  /** As InternalSigner signs, with what differs. */
  const signed = ({ key = keys.cards, issuer = 'cards', audience = 'ais-pis', operation = row.id, age = 0 }) =>
    new SignJWT({ operation })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt(Math.floor(Date.now() / 1_000) - age)
      .setExpirationTime('1h')
      .sign(key);

  it('is accepted from a service that the operation lists', async () => {
    expect(await accepted(await new InternalSigner('cards', keysDir).sign('ais-pis', row))).toEqual({ caller: 'cards' });
    expect(await accepted(await signed({}))).toEqual({ caller: 'cards' });
    expect(await accepted(await signed({ age: 30 }))).toEqual({ caller: 'cards' });
  });

  it.each([
    ['signed with the key of another service', () => signed({ key: keys['loan-services'] })],
    ['from a service that the operation does not list', () => signed({ key: keys['loan-services'], issuer: 'loan-services' })],
    ['for another service', () => signed({ audience: 'mandates' })],
    ['for another operation', () => signed({ operation: 'advanceClock' })],
    ['signed more than a minute ago, whatever expiry it names', () => signed({ age: 90 })],
    ['with the name of an operator whom nobody has added', () => signed({ issuer: 'operator:mallory' })],
    [
      'without a signature',
      async () => new UnsecuredJWT({ operation: row.id }).setIssuer('cards').setAudience('ais-pis').setIssuedAt().encode(),
    ],
    ['that is no token', async () => 'x'],
  ])('is refused %s', async (_, token) => {
    await expect(token().then(accepted)).rejects.toThrow('TOKEN_UNKNOWN');
  });

  it('is refused with the name of its operator where it names one, and never with a word of access tokens', async () => {
    const refusalText = (token: string) =>
      verifier.verify(`Bearer ${token}`, { ...row, callers: ['operator'] }).catch(({ faults }: Refusal) => faults[0]!.text);
    expect(await refusalText(await signed({ issuer: 'operator:rea' }))).toMatch(
      /^The operator rea was removed or never added, or has another key/,
    );
    for (const issuer of ['operator', 'operator:<b>', 'cards'])
      expect(await refusalText(await signed({ issuer }))).toMatch(/^This call is not signed by a caller/);
  });
});
