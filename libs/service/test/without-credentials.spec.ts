import { createHash, randomBytes } from 'node:crypto';
import { cleaner } from '../src/without-credentials.js';

const clean = cleaner([]);
/** Bytes that are the same in each run. */
const bytes = (length: number, seed = 0): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, (_, at) => createHash('sha256').update(`${seed} ${at}`).digest())).subarray(
    0,
    length,
  );
const header = Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString('base64url');
const signed = `eyJhbGciOiJub25lIn0.${Buffer.from('{"a":1}').toString('base64url')}`;

describe('a text without credentials', () => {
  it('has no base64 with slashes and plus signs, and no hexadecimal secret', () => {
    const found = Array.from({ length: 300 }, (_, seed) => bytes(32 + (seed % 65), seed).toString('base64'));
    expect(found.filter((one) => one.includes('/')).length).toBeGreaterThan(100);
    expect(found.map((one) => [one, clean(`key ${one} of`)]).filter(([, cleaned]) => cleaned !== 'key … of')).toEqual([]);
    const hex = bytes(32).toString('hex');
    expect([hex, hex.toUpperCase(), hex.replaceAll(/..(?=.)/g, '$&:'), hex.replaceAll(/..(?=.)/g, '$& ')].map(clean)).toEqual([
      '…',
      '…',
      '…',
      '…',
    ]);
    expect(clean(`https://tpp.example/cb/${randomBytes(32).toString('hex')}/end`)).toBe('https://tpp.example/cb/…/end');
  });

  it('has no JWS and no JWE, with or without an encrypted key or a payload', () => {
    const parts = [bytes(12), bytes(9, 1), bytes(16, 2)].map((part) => part.toString('base64url')).join('.');
    const jwe = [`${header}..${parts}`, `${header}.${bytes(256).toString('base64url')}.${parts}`];
    const jws = [`${signed}.${bytes(64).toString('base64url')}`, `eyJhbGciOiJFUzI1NiJ9..${bytes(64).toString('base64url')}`, `${signed}.`];
    const spaced = `${Buffer.from('{ "alg": "HS256" }').toString('base64url')}.${bytes(9).toString('base64url')}.${bytes(8).toString('base64url')}`;
    for (const one of [...jwe, ...jws, spaced]) expect([one, clean(`a ${one}`)]).toEqual([one, 'a …']);
    expect(clean(`https://tpp.example/cb/${signed}.x`)).toBe('https://tpp.example/cb/…');
  });

  it('has none of them with characters written as a percent sign and two digits', () => {
    const base64 = bytes(48, 7).toString('base64');
    const percents = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
    for (const one of [base64, signed, bytes(32).toString('hex')]) {
      expect(clean(`a ${percents(`${one}/${one}`)} b`)).toBe('a … b');
      expect(clean(`a ${percents(percents(`${one}+${one}`))} b`)).toBe('a … b');
    }
    expect(cleaner(['hunter2pw'])('a hunter2%70w %68unter2pw b')).toBe('a … … b');
  });

  it('keeps ids, account numbers, end-to-end ids, references and addresses', () => {
    const kept = [
      ...[
        'DE02120300000000202051',
        'IL62 0108 0000 0009 9999 999',
        'MT84MALT011000012345MTLCAST001S',
        'RF18 5390 0754 7034',
        'NOTPROVIDED',
      ],
      ...['3f2a6c1e-7f0e-4a53-9d0a-3d1f3a6f0001', '3F2A6C1E7F0E4A539D0A3D1F3A6F0001', '2026-11-30T10:00:00.000Z', '0109360000007869660'],
      'https://tpp.example/open-banking/callback/3f2a6c1e-7f0e-4a53-9d0a-3d1f3a6f0001/payments?state=a%2Fb&next=%2Fhome%20page',
      'https://bank.example/v1.7/payments/sepa-credit-transfers/3f2a6c1e-7f0e-4a53-9d0a-3d1f3a6f0001/authorisations/status',
      'https://shop.example/Invoice2026/download/Customer12/statementOfAccount/AugustAndSeptember/page7',
      '3f2a6c1e-7f0e-4a53-9d0a-3d1f3a6f0001/3f2a6c1e-7f0e-4a53-9d0a-3d1f3a6f0002',
      ...['100% of the rent, 50 %', 'Invoice 2026-11-30/4711/INV-2026-000123', 'Miete November, Straße 5', 'every.thing', 'monkeyA.txt'],
    ];
    expect(kept.map(clean)).toEqual(kept);
  });
});
