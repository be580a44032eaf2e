import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runningBank, type Caller } from '@open-banking/testing';
import { anotherProcess, type AnotherProcess } from '@open-banking/testing/bank';
import { masked } from '../src/log.js';

describe('the log of a refused request', () => {
  const bank = runningBank(['ais-pis']);
  let process: AnotherProcess;
  let caller: Caller;
  beforeAll(async () => {
    process = await anotherProcess(bank, 'ais-pis');
    caller = (await (await bank.client()).withClientToken('consents', 'AIS')).at(process.baseUrl);
  });
  afterAll(() => process.stop());

  /** What the log says of the requests with these ids, each refused for a body with a field of this name. */
  const requestLogLines = async (field: string, requestIds: readonly string[]) => {
    const before = linesNow().length;
    for (const requestId of requestIds) {
      const refused = await caller.post('/v1.7/consents', { [field]: 1 }, { headers: { 'x-request-id': requestId } });
      expect([refused.status, refused.headers['x-request-id']]).toEqual([400, requestId]);
    }
    while (linesNow().length < before + requestIds.length) await pause(10);
    return linesNow().slice(before);
  };
  const linesNow = () =>
    readFileSync(process.logFile, 'utf8')
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"operation":"createConsent"'))
      .map((line) => JSON.parse(line) as { requestId: string; faults: { path?: string }[] });

  it('names the request by its id, whatever digits and capitals the id is of', async () => {
    const ids = [
      '3f0c9e1a-5b7d-4c2e-9a41-000123456789',
      '12345678-1234-4234-8234-123456789012',
      '3F0C9E1A-5B7D-4C2E-9A41-AB1234567890',
      'DE893704-0044-4532-8130-00DE89370400',
    ];
    expect((await requestLogLines('unknown', ids)).map(({ requestId }) => requestId)).toEqual(ids);
  });

  it.each([
    ['an account number', '123456789012', '[number]'],
    ['a card number', '4580123412341234', '[number]'],
    ['an IBAN', 'IL620108000000099999999', '[iban]'],
  ])('leaves out %s that is the name of a field, and masks it elsewhere, beside an id that it does not mask', async (_, number, mask) => {
    const id = '3f0c9e1a-5b7d-4c2e-9a41-210987654321';
    const [line] = await requestLogLines(number, [id]);
    expect(line!.requestId).toBe(id);
    expect(line!.faults.map(({ path }) => path)).toEqual(expect.arrayContaining(['/…', '/access']));
    expect(masked(`${id} of ${number}`)).toBe(`${id} of ${mask}`);
    expect(JSON.stringify(line)).not.toContain(number);
  });

  it('has a line for each request that was answered before SIGTERM', async () => {
    const ending = await anotherProcess(bank, 'ais-pis');
    const ids = Array.from({ length: 200 }, () => crypto.randomUUID());
    const asking = caller.at(ending.baseUrl);
    await Promise.all(ids.map((id) => asking.get(`/v1.7/consents/${id}`, { headers: { 'x-request-id': id } })));
    await ending.stop();
    const text = readFileSync(ending.logFile, 'utf8');
    expect(ids.filter((id) => !text.includes(`"requestId":"${id}"`))).toEqual([]);
  });
});
