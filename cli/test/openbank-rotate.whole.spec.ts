import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { InternalCallFailure, InternalCalls, InternalSigner } from '@open-banking/access';
import { issuerContracts } from '@open-banking/contracts';
import { services } from '@open-banking/spec';
import { exchange, exchangeWithinLimits, ownAddress, freshBank, type Seal, temporaryFolder, TestClient } from '@open-banking/testing';
import { certificatesIn } from '@open-banking/testing/sandbox';
import { openbankOf } from './an-openbank.js';

describe('openbank rotate', () => {
  const bank = freshBank(['ais-pis', 'cards', 'mandates']);
  const folder = temporaryFolder();
  afterAll(() => {
    folder.remove();
  });
  const { openbank } = openbankOf(bank);
  const rotate = (...args: string[]) => openbank('rotate', 'service-keys', '--keys-dir', bank.facts.keysDir, ...args);

  /** Asks ais-pis about a token as cards does, with the keys of a folder. */
  const callWith = (keysDir: string): (() => Promise<unknown>) => {
    const address = `http://127.0.0.1:${bank.facts.internal['ais-pis'].internalPort}`;
    const calls = new InternalCalls(new InternalSigner('cards', keysDir), { 'ais-pis': [address] });
    const ask = () => calls.call('ais-pis', issuerContracts.introspectToken, { body: { issuer: 'consents', token: 'x' } });
    // A request that gets no answer in time, as on a busy machine, is sent again; a refused one is not.
    return async () => {
      for (;;) {
        try {
          return await ask();
        } catch (error) {
          const { detail } = error as { detail?: unknown };
          if (!(detail instanceof InternalCallFailure) || detail.reason !== 'unanswered') throw error;
        }
      }
    };
  };

  it('replaces service keys while services run and refuses no call; the previous keys are accepted until --finish', async () => {
    const { keysDir } = bank.facts;
    const before = join(folder.path, 'before');
    cpSync(keysDir, before, { recursive: true });
    const caller = await (await bank.client()).consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
    const [call, callAsBefore] = [callWith(keysDir), callWith(before)];
    let rotated = false;
    let answered = 0;
    const calling = (async () => {
      for (let after = 0; after < 20; after += rotated ? 1 : 0) {
        await call();
        answered += 1;
      }
    })();
    expect(await rotate()).toMatchObject({ code: 0, err: '' });
    rotated = true;
    await calling;
    expect(answered).toBeGreaterThan(20);

    const publicKeyIn = (where: string) => readFileSync(join(where, 'cards.public.jwk.json'), 'utf8');
    expect(publicKeyIn(keysDir)).not.toBe(publicKeyIn(before));
    expect(await callAsBefore()).toMatchObject({ active: false });
    expect(await rotate()).toMatchObject({
      code: 1,
      err: 'openbank: The key of ais-pis was rotated less than a minute ago: wait, or end that rotation with --finish.\n',
    });
    expect(await rotate('--finish')).toMatchObject({ code: 0, err: '' });
    await expect(callAsBefore()).rejects.toThrow();
    expect(await call()).toMatchObject({ active: false });
    // The services call each other with their new keys.
    expect((await caller.get('/v1.7/cards')).status).toBe(200);
  });

  it("gives each service's own folder all public keys and only its own private one", async () => {
    const { keysDir } = bank.facts;
    for (const service of services) mkdirSync(join(folder.path, service, 'keys'), { recursive: true });
    const fileContent = (...path: string[]) => readFileSync(join(...path), 'utf8');
    const beforeCards = fileContent(keysDir, 'cards.private.jwk.json');
    expect(await rotate('--service-keys', join(folder.path, '{service}', 'keys'))).toMatchObject({ code: 0, err: '' });
    const own = join(folder.path, 'cards', 'keys');
    for (const service of services) {
      expect(fileContent(own, `${service}.public.jwk.json`)).toBe(fileContent(keysDir, `${service}.public.jwk.json`));
      expect(fileContent(own, `${service}.previous.public.jwk.json`)).toBe(fileContent(keysDir, `${service}.previous.public.jwk.json`));
    }
    expect(fileContent(own, 'cards.private.jwk.json')).toBe(fileContent(keysDir, 'cards.private.jwk.json'));
    expect(fileContent(keysDir, 'cards.private.jwk.json')).not.toBe(beforeCards);
    expect(() => fileContent(own, 'ais-pis.private.jwk.json')).toThrow('ENOENT');
  });

  it('announces the next notification keys a day before they sign; after a leak they sign at once and the previous ones are gone', async () => {
    const published = async (issuer: string) =>
      ((await exchange(`${bank.baseUrl}${issuer}/jwks`)).body as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    const all = async () => [await published('/v1.7/oauth/consents'), await published('/v2/oauth/mandates')];
    const rotateKeys = async (...more: string[]) => {
      const { code, out, err } = await openbank('rotate', 'notification-keys', '--json', ...more);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      return out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { service: string; kid: string; signsFrom: string });
    };
    const before = await all();
    const began = Date.now();
    const announced = await rotateKeys();
    expect(announced.map(({ service }) => service)).toEqual(['ais-pis', 'mandates']);
    for (const { signsFrom } of announced) expect(Date.parse(signsFrom) - began).toBeGreaterThan(23.9 * 3_600_000);
    expect(await all()).toEqual(before.map((kids, at) => [announced[at]!.kid, ...kids]));
    // Run again, for an interrupted run: nothing is announced twice.
    expect(await rotateKeys()).toEqual(announced);

    const replaced = await rotateKeys('--leaked');
    expect(await all()).toEqual(replaced.map(({ kid }) => [kid]));
    for (const { signsFrom } of replaced) expect(Date.parse(signsFrom)).toBeLessThanOrEqual(Date.now() + 1_000);
    const { rows } = await bank
      .database('mandates')
      .query("select operator, subject from audit where operation = 'rotateNotificationKeys' order by at");
    expect(rows.map(({ subject }) => subject as string)).toEqual([announced[1]!.kid, replaced[1]!.kid]);
    expect(new Set(rows.map(({ operator }) => operator as string))).toEqual(new Set(['operator']));
  });

  it('gives the sandbox a new authority beside the previous one, and refuses no request; after --finish the previous one is not trusted', async () => {
    const client = await bank.client({ auth: 'tls_client_auth' });
    const reader = await (await bank.client()).consentedBy(bank.customerWith('card'), 'allPsd2', { choices: { leaveOut: true } });
    const [tls, seal] = [client.client.tls!, await bank.sealOf(new TestClient(bank.baseUrl, reader.party.client))];
    const signedRead = async (by: Seal): Promise<number> => {
      const headers = by.sign({ headers: { date: new Date().toUTCString(), 'x-request-id': randomUUID() } });
      return (await reader.paced.get('/v1.7/cards', { headers })).status;
    };
    // From another address each time, so over a new connection.
    const token = async (by: NonNullable<TestClient['client']['tls']>): Promise<number> => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'AIS', client_id: client.clientId }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
      const at = `${bank.facts.tlsBaseUrl}/v1.7/oauth/consents/token`;
      return (await exchangeWithinLimits(at, { method: 'POST', tls: by, from: ownAddress(), headers, body })).status;
    };
    const answersDuring = async (work: Promise<unknown>, send: () => Promise<readonly number[]>): Promise<Set<number>> => {
      const seen = new Set<number>();
      let over = false;
      void work.finally(() => (over = true));
      for (let more = 3; more > 0; more -= over ? 1 : 0) for (const status of await send()) seen.add(status);
      return seen;
    };

    const rotation = openbank('rotate', 'sandbox-ca');
    expect(await answersDuring(rotation, async () => [await token(tls), await signedRead(seal)])).toEqual(new Set([200]));
    expect(await rotation).toMatchObject({ code: 0, err: '' });
    const trusted = readFileSync(join(bank.caFolder, 'ca.pem'), 'utf8');
    // Run again, for an interrupted run: no third authority.
    expect(await openbank('rotate', 'sandbox-ca')).toMatchObject({ code: 0 });
    expect(readFileSync(join(bank.caFolder, 'ca.pem'), 'utf8')).toBe(trusted);

    const { code, out } = await openbank('client', 'rotate', client.clientId, '--json');
    expect(code).toBe(0);
    const renewed = JSON.parse(out) as { certificate: string; private_key: string; ca: string };
    const newTls = { certificate: renewed.certificate, privateKey: renewed.private_key, ca: renewed.ca };
    const newSeal = await bank.sealOf(new TestClient(bank.baseUrl, reader.party.client));
    expect(await signedRead(newSeal)).toBe(200);
    while ((await token(newTls)) !== 200) await pause(20);

    const end = openbank('rotate', 'sandbox-ca', '--finish');
    expect(await answersDuring(end, async () => [await token(newTls), await signedRead(newSeal)])).toEqual(new Set([200]));
    expect(await end).toMatchObject({ code: 0, err: '' });
    expect(await signedRead(seal)).toBe(401);
    while ((await token({ ...tls, ca: newTls.ca })) !== 401) await pause(20);
    const [newest] = certificatesIn(trusted);
    expect(await token({ ...newTls, ca: newest! })).toBe(200);
    expect(await openbank('rotate', 'sandbox-ca', '--finish')).toMatchObject({
      code: 1,
      err: 'openbank: No rotation of the authority is under way.\n',
    });
  });
});
