import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runningBank } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';

describe('two processes that tests start of a service', () => {
  const bank = runningBank(['ais-pis', 'cards']);
  let processes: AnotherProcess[] = [];
  beforeAll(async () => {
    processes = await Promise.all([anotherProcess(bank, 'cards'), anotherProcess(bank, 'cards')]);
  });
  afterAll(() => Promise.all(processes.map((one) => one.stop())));

  it('have each a log of its own, with nothing that another was asked', async () => {
    const ids = processes.map(() => randomUUID());
    for (const [at, { baseUrl }] of processes.entries()) {
      const asked = await bank.anonymous.at(baseUrl).get('/v1.7/cards', { headers: { 'x-request-id': ids[at]! } });
      expect([asked.status, asked.headers['x-request-id']]).toEqual([401, ids[at]]);
    }
    await Promise.all(processes.map((one) => one.stop()));
    const said = processes.map(({ logFile }) => readFileSync(logFile, 'utf8'));
    expect(ids.map((id) => said.map((text) => text.includes(id)))).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
