import { paymentsOf } from '../src/payments/payment.js';

const accounts = Array.from({ length: 10 }, (_, at) => ({ accountId: `a${at}`, iban: `IL${at}`, psuId: 'psu' }));
const creditorOf = (body: string): string => (JSON.parse(body) as { creditorAccount: { iban: string } }).creditorAccount.iban;

describe('the payments of a round', () => {
  it('come from all accounts in turn or from one, and never go to their own account', () => {
    const spread = paymentsOf(accounts, 40, { hot: false }, '2026-11-21');
    const hot = paymentsOf(accounts, 40, { hot: true }, '2026-11-21');
    expect(new Set(spread.map(({ from }) => from)).size).toBe(10);
    expect(new Set(hot.map(({ from }) => from))).toEqual(new Set([accounts[0]]));
    for (const { from, body } of [...spread, ...hot]) expect(creditorOf(body)).not.toBe(from.iban);
    expect(new Set(hot.map(({ body }) => creditorOf(body))).size).toBe(9);
  });

  it('are the same in both arms, with amounts above zero', () => {
    expect(paymentsOf(accounts, 40, { hot: false }, '2026-11-21')).toEqual(paymentsOf(accounts, 40, { hot: false }, '2026-11-21'));
    expect(paymentsOf(accounts, 200, { hot: true }, '2026-11-21').every(({ amount }) => Number(amount) > 0)).toBe(true);
  });
});
