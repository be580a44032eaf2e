import { isNumberOfBank, possibleIbans } from '../src/creditor-account.js';

const iban = 'IL620970000000099999912';
const bban = iban.slice(4);
const grouped = bban.replace(/(.{4})(?=.)/g, '$1-');
const german = 'DE89370400440532013000';
const codes = ['IL097', 'DE37040044'];

describe('the creditor’s account of a collection', () => {
  it.each([
    ['an IBAN', { iban }],
    ['a domestic number', { bban }],
    ['a domestic number sent as other', { other: { identification: bban } }],
    ['one with separators', { other: { identification: grouped } }],
    ['an IBAN sent as other', { other: { identification: iban.toLowerCase() } }],
  ])('is found by %s', (_, account) => {
    expect([possibleIbans(account).includes(iban), isNumberOfBank(account, codes), isNumberOfBank(account, ['IL010'])]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is of the bank by each of its codes, and at another bank by none', () => {
    for (const account of [{ iban: german }, { bban: german.slice(4) }, { other: { identification: german.slice(4) } }])
      expect([isNumberOfBank(account, codes), isNumberOfBank(account, ['IL097'])]).toEqual([true, false]);
    expect([possibleIbans({}), isNumberOfBank({ other: { identification: 'A7' } }, codes)]).toEqual([[], false]);
  });
});
