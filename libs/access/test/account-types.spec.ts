import { CashAccountType, faultsOf } from '@open-banking/messages';
import { cashAccountTypes } from '../src/consent-coverage.js';

describe('the account type of a kind of resource', () => {
  const types = Object.values(cashAccountTypes);

  it('is one that a request can name', () => {
    expect(types.filter((type) => faultsOf(CashAccountType, type).length > 0)).toEqual([]);
    expect(faultsOf(CashAccountType, 'XXXX')).not.toEqual([]);
  });

  it('belongs to no other kind, as a consent is restricted to kinds by it', () => {
    expect(new Set(types).size).toBe(types.length);
  });
});
