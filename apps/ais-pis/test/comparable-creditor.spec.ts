import { comparableName, comparablePattern, isPattern, numbersOf } from '../src/payments/checks/comparable-creditor.js';
import { comparableAccount } from '../src/payments/creditor.js';

describe('a creditor', () => {
  it('is compared without case, accents and punctuation', () => {
    expect(comparableName('  Müller & Söhne,  GmbH ')).toBe('MULLER SOHNE GMBH');
    expect(comparableName('חברת א.ב')).toBe('חברת א ב');
    expect(comparableName('50%_off')).toBe('50 OFF');
    for (const account of [
      'de89 3704 0044 0532 0130 00',
      'DE89-3704-0044-0532-0130-00',
      'DE89\u00a03704/0044.0532\u200b0130_00',
      'ＤＥ８９370400440532013000',
    ])
      expect(comparableAccount(account)).toBe('DE89370400440532013000');
  });

  it('is compared by the IBAN and the number within it, whichever of them is given', () => {
    expect(numbersOf('DE89 3704 0044 0532 0130 00')).toEqual(['DE89370400440532013000', '370400440532013000']);
    expect(numbersOf('370400440532013000')).toEqual(expect.arrayContaining(['DE89370400440532013000', '370400440532013000']));
    expect(numbersOf('0108-000000099999999')).toEqual(expect.arrayContaining(['IL620108000000099999999', '0108000000099999999']));
    expect(numbersOf('ACME-1')).toEqual(['ACME1']);
  });

  it('is compared without what nobody sees, and in usual letters', () => {
    for (const name of ['ACME Books', '\u200eAc\u200bme Bo\u00adoks', 'Ａｃｍｅ Books', 'Ac\u3164me\u2060 Books'])
      expect(comparableName(name)).toBe('ACME BOOKS');
  });

  it('is a pattern where a * stands in it', () => {
    expect(comparablePattern('Acme **trading*')).toBe('ACME *TRADING*');
    expect([isPattern('ACME*'), isPattern('ACME')]).toEqual([true, false]);
  });
});
