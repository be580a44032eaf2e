import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openDataFolder } from '@open-banking/installation/data-folder';
import { runningBank } from '@open-banking/testing';
import { type Service, services } from '@open-banking/spec';

type Line = Readonly<Record<string, unknown>>;

describe('the X-Request-ID of a request', () => {
  const bank = runningBank(services);
  /** The log lines of a service with this id, as soon as there are some. */
  const requestLogLines = async (service: Service, requestId: string): Promise<Line[]> => {
    const file = join(openDataFolder(dirname(bank.facts.caFolder)).logs, `${service}.log`);
    for (;;) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
      const found = lines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line) as Line);
      if (found.length > 0) return found;
      await pause(20);
    }
  };

  it('goes along to the service that is asked about the token, and is in the log lines of both, with levels as words', async () => {
    const client = await bank.client();
    const caller = await client.withClientToken('consents', 'loan-services');
    const requestId = randomUUID();
    const headers = { 'x-request-id': requestId };
    expect((await caller.post('/mortgageSimulation', {}, { headers })).status).toBe(400);
    expect(await requestLogLines('loan-services', requestId)).toEqual([
      expect.objectContaining({ level: 'info', operation: 'simulateMortgage', status: 400, clientId: client.clientId }),
    ]);
    const asked = await requestLogLines('ais-pis', requestId);
    expect(asked).toEqual([expect.objectContaining({ level: 'info', internal: true, operation: 'introspectToken', status: 200 })]);
    expect(asked[0]).toMatchObject({ service: 'ais-pis', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string });
  });
});
