import { runningBank } from '@open-banking/testing';
import { freshDatabase } from '@open-banking/testing/database';

describe('the bank of a test run', () => {
  const bank = runningBank();

  it('answers over HTTP, and refuses requests without a token', async () => {
    expect(await bank.anonymous.get('/v1.7/cards')).toAnswer(401, { tppMessages: [{ code: 'TOKEN_UNKNOWN' }] });
  });

  it('has demo customers, of whom the first has every product', () => {
    expect(new Set(bank.demo.accounts.map(({ kind }) => kind))).toEqual(new Set(['account', 'saving', 'loan', 'card', 'securities']));
  });

  it("lets a test query a service's database", async () => {
    const { rows } = await bank.database('cards').query<{ n: number }>('select count(*)::int as n from card');
    expect(rows[0]!.n).toBeGreaterThan(0);
  });

  it('gives a test its own database', async () => {
    const database = await freshDatabase('cards');
    await database.close();
    expect(database.serviceUrl).not.toBe(database.ownerUrl);
  });
});
