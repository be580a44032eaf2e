import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { exchange, ownBank } from '@open-banking/testing';

describe('the log of a service that starts', () => {
  const bank = ownBank(['ais-pis', 'cards']);

  it.each(['ais-pis', 'cards'] as const)('has no warning of a library, and no receipt that is missing: %s', async (service) => {
    expect((await exchange(`${bank.baseUrl}/v1.7/cards`)).status).toBe(401);
    const text = readFileSync(join(dirname(bank.facts.caFolder), 'logs', `${service}.log`), 'utf8');
    const events = text.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { event?: string }).event]));
    expect(events).toContain('listening');
    expect(events.filter((event) => event === 'warning' || event === 'receipts are not recorded')).toEqual([]);
  });
});
