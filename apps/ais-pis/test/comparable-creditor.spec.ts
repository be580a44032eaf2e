import { comparableAccount, comparableName, comparablePattern, isPattern } from '../src/payments/checks/comparable-creditor.js';

describe('a creditor', () => {
  it('is compared without case, accents and punctuation', () => {
    expect(comparableName('  Müller & Söhne,  GmbH ')).toBe('MULLER SOHNE GMBH');
    expect(comparableName('חברת א.ב')).toBe('חברת א ב');
    expect(comparableName('50%_off')).toBe('50 OFF');
    expect(comparableAccount('de89 3704 0044 0532 0130 00')).toBe('DE89370400440532013000');
  });

  it('is a pattern where a * stands in it', () => {
    expect(comparablePattern('Acme **trading*')).toBe('ACME *TRADING*');
    expect([isPattern('ACME*'), isPattern('ACME')]).toEqual([true, false]);
  });
});
