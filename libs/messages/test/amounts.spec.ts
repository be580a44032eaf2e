import { amountFault } from '@open-banking/messages';

describe('an amount', () => {
  it('has no more fraction digits than its currency', () => {
    expect(amountFault({ currency: 'ILS', amount: '1.23' })).toBeUndefined();
    expect(amountFault({ currency: 'JPY', amount: '1.23' })).toBeDefined();
  });
});
