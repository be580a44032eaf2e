import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { interfaceServices, services } from '@open-banking/spec';
import { completeInteraction, runningBank } from '@open-banking/testing';
import { repeatingWhileBusy, exchange } from '@open-banking/operator-client';
import { firstCall, type BankWithClients } from '../src/first-call.js';
import { BusyBank } from './busy-bank.js';

describe('the call to paste that nx serve prints', () => {
  const bank = runningBank(services);

  it('succeeds as it stands, for each service', async () => {
    const { baseUrl, operatorFile, customersFile } = bank.facts;
    const { profile } = bank;
    const at: BankWithClients = {
      port: Number(new URL(baseUrl).port),
      baseUrl,
      profile,
      operatorFile,
      folder: { demoBank: dirname(customersFile) } as BankWithClients['folder'],
    };
    for (const service of interfaceServices) {
      const call = await firstCall(at, service);
      // The gateway is in the process of the run, which must not wait for curl.
      const { stdout: said } = await promisify(execFile)('sh', ['-c', `${call!.command} -w ' %{http_code}'`]);
      expect({ service, status: / (\d+)$/.exec(said)?.[1] }).toEqual({ service, status: expect.stringMatching(/^20[01]$/) as string });
    }
    expect(await firstCall(at, 'portal')).toBeUndefined();
    // The demo customer, whose pages people look at, has given none of these calls anything.
    const { rows } = await bank
      .database('ais-pis')
      .query<{ psu_id: string }>(
        "select distinct a.psu_id from consent_approval a join consent using (consent_id) join client c using (client_id) where c.name = 'First call'",
      );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).not.toContainEqual({ psu_id: bank.demo.psuId });
  });
});

describe('a start of the bank whose own requests are answered 503', () => {
  const bank = runningBank(services);
  let busy: BusyBank | undefined;
  afterEach(() => busy?.stop());

  /** The bank as it is reached behind something that refuses requests. */
  async function behind(refuses: ConstructorParameters<typeof BusyBank>[1]): Promise<BankWithClients> {
    const { baseUrl, operatorFile, customersFile } = bank.facts;
    busy = new BusyBank(baseUrl, refuses);
    const port = await busy.start();
    return {
      port,
      baseUrl,
      profile: bank.profile,
      operatorFile,
      folder: { demoBank: dirname(customersFile) } as BankWithClients['folder'],
    };
  }

  it('repeats each of them with its X-Request-ID, says so on one line, and continues', async () => {
    const at = await behind((_, before) => before === 0);
    const lines: string[] = [];
    const { command } = await repeatingWhileBusy(
      (line) => lines.push(line),
      () => firstCall(at),
    );
    expect(command).toContain('/v1.7/accounts');
    const refused = busy!.seen.filter((one) => one.refused);
    expect(refused.length).toBeGreaterThan(4);
    expect(lines).toHaveLength(refused.length);
    for (const [index, { name, requestId }] of refused.entries()) {
      expect(lines[index]).toContain(`503 to ${name}${requestId === undefined ? '' : ` (X-Request-ID ${requestId})`}`);
      const repeated = busy!.seen.filter((one) => one.name === name)[1]!;
      expect(repeated).toMatchObject({ refused: false });
      expect(repeated.requestId).toBe(requestId);
    }
    expect(refused.find(({ name }) => name === 'POST /v1.7/consents')?.requestId).toEqual(expect.any(String));
  });

  it('stops with the answer of the bank where it stays busy, and where nothing asks for repetitions', async () => {
    const at = await behind((name) => name === 'POST /v1.7/consents');
    await expect(firstCall(at)).rejects.toThrow('POST /v1.7/consents: the bank answered 503');
    expect(busy!.seen.filter(({ refused }) => refused)).toHaveLength(1);
    await expect(
      repeatingWhileBusy(
        () => undefined,
        () => firstCall(at),
        600,
      ),
    ).rejects.toThrow('POST /v1.7/consents: the bank answered 503');
    const tries = busy!.seen.filter(({ refused }) => refused).slice(1);
    expect(tries.length).toBeGreaterThan(1);
    expect(new Set(tries.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it('makes what is good once anew for each try', async () => {
    const at = await behind((_, before) => before < 2);
    let made = 0;
    const send = () => exchange(`http://127.0.0.1:${at.port}/v1.7/accounts`, async () => ({ headers: { dpop: `proof ${(made += 1)}` } }));
    expect((await repeatingWhileBusy(() => undefined, send)).status).toBe(401);
    expect(busy!.seen.map(({ dpop }) => dpop)).toEqual(['proof 1', 'proof 2', 'proof 3']);
  });

  it('asks for a page again for as long where the page cannot reach one of its services', async () => {
    let [asked, unreachable] = [0, 0];
    const server = createServer((request, answer) => {
      request.resume();
      asked += 1;
      const page = '<form method="post" action="/approval"><button name="step" value="retry">Try again</button></form>';
      if (asked <= unreachable) answer.writeHead(200, { 'content-type': 'text/html' }).end(page);
      else answer.writeHead(303, { location: 'http://127.0.0.1/back?code=1' }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/approval`;
    const visit = () => completeInteraction(address, { login: 'login', password: 'password' });
    try {
      unreachable = 4;
      await expect(visit()).rejects.toThrow();
      [asked, unreachable] = [0, 4];
      const lines: string[] = [];
      expect(await repeatingWhileBusy((line) => lines.push(line), visit)).toBe('http://127.0.0.1/back?code=1');
      expect(lines).toEqual([expect.stringContaining('cannot reach one of its services')]);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
