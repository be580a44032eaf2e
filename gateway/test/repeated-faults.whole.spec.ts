import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { exchange, runningBank, type HttpResponse } from '@open-banking/testing';
import { anotherProcess, forkedService, Relay, type ForkedService } from '@open-banking/testing/bank';
import { freshDatabase } from '@open-banking/testing/database';
import { services } from '@open-banking/spec';

const error = 'error';
const withinMs = 200_000;

describe('the log of a service whose', () => {
  const bank = runningBank(services);
  const relays: Relay[] = [];
  let issuer: Relay;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let service: ForkedService;

  beforeAll(async () => {
    database = await freshDatabase('loan-services');
    issuer = await Relay.to(bank.facts.internal['ais-pis'].internalPort);
    relays.push(issuer);
    service = await forkedService('loan-services', {
      DATABASE_URL: database.serviceUrl,
      KEYS_DIR: bank.facts.keysDir,
      AIS_PIS_INTERNAL_URL: `http://127.0.0.1:${issuer.port}`,
    });
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all(relays.map((relay) => relay.close()));
    await database.close();
  });

  const lines = (event: string): Record<string, unknown>[] => service.logLines().filter((line) => line['event'] === event);
  const until = async (met: () => boolean | Promise<boolean>): Promise<void> => {
    for (const end = performance.now() + withinMs; !(await met()) && performance.now() < end;) await pause(50);
  };
  const simulate = (): Promise<HttpResponse> =>
    exchange(`${service.baseUrl}/mortgageSimulation`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crypto.randomUUID()}`, 'x-request-id': crypto.randomUUID() },
    });
  let besides = 0;
  const untilAnswered = (): Promise<void> =>
    until(async () => {
      const { status } = await simulate();
      if (status === 503) besides += 1;
      return status === 401;
    });
  // Concurrently: a fault is over when it has not come again for ten seconds.
  it.concurrent(
    'issuer is away has one line when that begins and one with the count when it is over, and a short line for each request',
    async () => {
      // An issuer that does not answer in time is the same fault: a busy machine may have had some of it before and after.
      await untilAnswered();
      await issuer.close();
      const answers: HttpResponse[] = [];
      for (let at = 0; at < 20; at += 1) answers.push(...(await Promise.all(Array.from({ length: 10 }, simulate))));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      await issuer.open();
      await untilAnswered();

      // The service also follows maintenance and the clock at ais-pis, which fails as well.
      const over = () => lines('fault over').filter(({ fault }) => /^requests cannot be answered/.test(String(fault)));
      await until(() => over().length > 0);
      expect(lines('requests cannot be answered')).toHaveLength(1);
      expect(lines('requests cannot be answered')[0]).toMatchObject({
        level: error,
        status: 503,
        detail: { message: 'introspectToken of ais-pis', stack: expect.any(String) },
      });
      expect(over()).toEqual([
        expect.objectContaining({
          fault: 'requests cannot be answered: SERVICE_UNAVAILABLE (introspectToken of ais-pis)',
          count: 200 + besides,
          lastedSeconds: expect.any(Number),
        }),
      ]);
      const requests = service.logLines().filter((line) => line['status'] === 503);
      expect(new Set(requests.map((line) => line['requestId'])).size).toBe(200 + besides);
      expect(requests.filter((line) => line['level'] === error)).toHaveLength(1);
      expect(requests.filter((line) => line['detail'] !== undefined)).toHaveLength(1);
    },
  );

  it.concurrent(
    'database is away has few lines of errors, however many requests fail, and one with their count when it is over',
    async () => {
      const url = new URL(bank.facts.ownerUrls['ais-pis']);
      const postgres = await Relay.to(Number(url.port));
      relays.push(postgres);
      url.port = String(postgres.port);
      const process = await anotherProcess(bank, 'ais-pis', { databaseUrl: url.href });
      const linesNow = () =>
        readFileSync(process.logFile, 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => JSON.parse(line) as Record<string, unknown>);
      const read = (): Promise<HttpResponse> =>
        exchange(`${process.baseUrl}/v1.7/accounts`, { headers: { authorization: 'Bearer unknown', 'x-request-id': crypto.randomUUID() } });
      const ended = () =>
        linesNow().filter(({ event, fault }) => event === 'fault over' && /^requests cannot be answered/.test(String(fault)));
      try {
        await until(async () => (await read()).status === 401);
        await postgres.close();
        const answers: HttpResponse[] = [];
        for (let at = 0; at < 20; at += 1) answers.push(...(await Promise.all(Array.from({ length: 10 }, read))));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
        await postgres.open();
        await until(async () => (await read()).status === 401);
        const begun = () => linesNow().filter(({ event }) => event === 'requests cannot be answered');
        const counted = () => ended().reduce((sum, { count }) => sum + Number(count), 0);
        await until(() => counted() >= 200 - begun().length);
        // One for each of PostgreSQL's reasons: the connection was lost, or none can be had; on a busy machine also that none was had in time.
        expect(begun().length).toBeLessThanOrEqual(6);
        expect(ended().length).toBeGreaterThan(0);
        expect(ended().length).toBeLessThanOrEqual(begun().length);
        expect(counted()).toBeGreaterThanOrEqual(200 - begun().length);
        expect(linesNow().filter(({ event }) => event === 'database connection lost').length).toBeLessThanOrEqual(6);
      } finally {
        await process.stop();
      }
    },
  );
});
