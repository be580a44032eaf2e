import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exchange, freshBank } from '@open-banking/testing';

describe('the log of a service that starts', () => {
  const bank = freshBank(['ais-pis', 'cards']);
  const events = (service: string): unknown[] =>
    readFileSync(join(dirname(bank.facts.caFolder), 'logs', `${service}.log`), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { event?: string }).event);

  it.each(['ais-pis', 'cards'] as const)('has no warning of a library, and no receipt that is missing: %s', async (service) => {
    expect((await exchange(`${bank.baseUrl}/v1.7/cards`)).status).toBe(401);
    // Lines are gathered for a moment before they are written.
    while (!events(service).includes('listening')) await pause(20);
    expect(events(service).filter((event) => event === 'warning' || event === 'receipts are not recorded')).toEqual([]);
  });
});
