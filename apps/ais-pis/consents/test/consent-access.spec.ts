import { identityOf, plainMaskedPan } from '@open-banking/ais-pis-accounts';
import { kindOf, offeredPermissions, refuseTooMany, wantedOf, wholeOf, withoutCopies } from '../src/consent-access.js';
import type { Access } from '../src/consents.messages.js';

const iban = { iban: 'DE89370400440532013000' };
const other = { iban: 'IL620970000000099999912' };
const card = { maskedPan: '411111******1111' };

describe('the access that a consent requests', () => {
  it.each<[kind: string, access: Access]>([
    ['allPsd2', { allPsd2: 'allAccounts' }],
    ['availableAccounts', { availableAccounts: 'allAccounts' }],
    ['availableAccountsWithBalance', { availableAccountsWithBalance: 'allAccounts' }],
    ['dedicated', { accounts: [iban] }],
    ['dedicated', { accounts: [], balances: [iban] }],
    ['dedicated', { transactions: [iban] }],
    ['bankOffered', { accounts: [], balances: [] }],
    ['bankOffered', {}],
  ])('is %s for %j', (kind, access) => {
    expect(kindOf(access)).toBe(kind);
  });

  it.each<[access: Access, whole: object]>([
    [{ allPsd2: 'allAccounts' }, { everywhere: ['accounts', 'balances', 'transactions'], listsOnly: false, ownerName: false }],
    [{ availableAccounts: 'allAccounts' }, { everywhere: ['accounts'], listsOnly: true, ownerName: false }],
    [
      { availableAccountsWithBalance: 'allAccountsWithOwnerName' },
      { everywhere: ['accounts', 'balances'], listsOnly: true, ownerName: true },
    ],
    [{ accounts: [iban] }, { everywhere: null, listsOnly: false, ownerName: false }],
    [
      { accounts: [iban], additionalInformation: { ownerName: [iban] } },
      { everywhere: null, listsOnly: false, ownerName: true },
    ],
    [
      { accounts: [iban, other], additionalInformation: { ownerName: [iban] } },
      { everywhere: null, listsOnly: false, ownerName: false },
    ],
    [{ accounts: [] }, { everywhere: null, listsOnly: false, ownerName: false }],
    [
      { accounts: [], additionalInformation: {} },
      { everywhere: null, listsOnly: false, ownerName: false },
    ],
    [
      { accounts: [], additionalInformation: { ownerName: [] } },
      { everywhere: null, listsOnly: false, ownerName: true },
    ],
  ])('%j covers of all resources: %j', (access, whole) => {
    expect(wholeOf(access)).toEqual(whole);
  });

  it('always includes the details where the customer selects the accounts', () => {
    expect(offeredPermissions({})).toEqual(['accounts']);
    expect(offeredPermissions({ balances: [] })).toEqual(['accounts', 'balances']);
    expect(offeredPermissions({ accounts: [], transactions: [] })).toEqual(['accounts', 'transactions']);
  });

  it('is one set of permissions for each account that is named', () => {
    const access: Access = { balances: [iban], transactions: [iban, other], additionalInformation: { ownerName: [other] } };
    expect(wantedOf(access)).toEqual([
      { reference: iban, permissions: ['accounts', 'balances', 'transactions'] },
      { reference: other, permissions: ['accounts', 'transactions', 'ownerName'] },
    ]);
    expect(wantedOf({})).toEqual([]);
  });

  it('names the same account in any order of fields and with any mask character', () => {
    expect(identityOf({ currency: 'EUR', ...iban })).toBe(identityOf({ ...iban, currency: 'EUR' }));
    expect(identityOf({ maskedPan: '411111xxXX**1111' })).toBe(identityOf(card));
    expect(plainMaskedPan('411111xX*1111')).toBe('411111***1111');
    const different = [iban, { ...iban, currency: 'EUR' }, { ...iban, currency: 'ILS' }, { bban: iban.iban }, other];
    expect(new Set(different.map(identityOf)).size).toBe(different.length);
    expect(identityOf({ bban: 'X1' })).not.toBe(identityOf({ bban: '*1' }));
  });

  it('is stored with each account once in a list', () => {
    const twice = [iban, other, { ...iban }];
    expect(withoutCopies({ accounts: twice, balances: twice, transactions: twice, additionalInformation: { ownerName: twice } })).toEqual({
      ...{ accounts: [iban, other], balances: [iban, other], transactions: [iban, other] },
      additionalInformation: { ownerName: [iban, other] },
    });
    expect(withoutCopies({ accounts: [], additionalInformation: {} })).toEqual({ accounts: [], additionalInformation: {} });
    expect(withoutCopies({ allPsd2: 'allAccounts' })).toEqual({ allPsd2: 'allAccounts' });
  });

  it('may name so many accounts and no more', () => {
    expect(refuseTooMany({ accounts: [iban, other], balances: [iban] }, 2)).toBeUndefined();
    expect(() => refuseTooMany({ accounts: [iban, other], balances: [card] }, 2)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ code: 'FORMAT_ERROR', path: '/access' })] }),
    );
  });
});
