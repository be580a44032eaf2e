import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePorts } from '@open-banking/installation/ports';
import { temporaryFolder } from '@open-banking/testing';
import { kindOf, receivers, those, toolchains } from './guide-programs.js';
import { SigningBank } from './signing-bank.js';

const programs = fileURLToPath(new URL('../../docs/guides/programs', import.meta.url));
const timeoutMs = 300_000;
const largest = 65_536;

const children: ChildProcess[] = [];
// A test that fails leaves its program waiting for a notification.
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

/** A program that runs: the first of its lines that matches, and its exit code. */
function started(program: string, given: readonly string[], env: Readonly<Record<string, string>>) {
  const [command = '', ...options] = toolchains[kindOf(program)]![0];
  const [file = '', ...own] = program.split(' ');
  const child = spawn(command, [...options, join(programs, file), ...own, ...given], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => (complaints += text.toString()));
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface({ input: child.stdout });
  const line = (pattern: RegExp): Promise<string> =>
    new Promise((found, fail) => {
      lines.on('line', (text) => pattern.test(text) && found(pattern.exec(text)![1]!));
      void exited.then((code) => fail(new Error(`${program} ended with ${code}: ${complaints}`)));
    });
  return { child, exited, line, complaints: () => complaints };
}

describe('the programs of the guides, where a peer is hostile', () => {
  let bank: SigningBank;
  beforeEach(async () => {
    bank = await new SigningBank().open();
  });
  afterEach(() => bank.close());

  /** The status of the answer to a notification whose header has these changes, or is another JSON. */
  async function delivered(address: string, change: Readonly<Record<string, unknown>> | string = {}, size = 0, id?: string) {
    const header = bank.header(address);
    const body = JSON.stringify({ consentId: 'consent', consentStatus: 'terminatedByTpp' }).padEnd(size);
    const json = typeof change === 'string' ? change : JSON.stringify({ ...header, ...change });
    const headers = { 'x-jws-signature': bank.signature(json, body), 'x-request-id': id ?? String(header['jti']) };
    return (await fetch(address, { method: 'POST', headers, body })).status;
  }

  const unreadable = ['[]', '5', 'null', '"text"', '{', '['.repeat(10_000)];
  const otherTypes = [{ kid: ['current'] }, { kid: 5 }, { alg: ['ES256'] }, { jti: 7 }, { jti: null }];
  const others = [{ alg: 'HS256' }, { iss: 'https://other.example' }, { aud: 'https://other.example' }];

  async function refusesWhatIsNotSigned(address: string): Promise<void> {
    for (const header of unreadable) expect([header.slice(0, 9), await delivered(address, header)]).toEqual([header.slice(0, 9), 401]);
    for (const change of others) expect([change, await delivered(address, { ...change, kid: 'made-up' })]).toEqual([change, 401]);
    expect(await delivered(address, { kid: 'made-up' }, 0, 'another id')).toBe(401);
    expect((await fetch(address, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(bank.keysRead).toBe(0);
    for (const change of otherTypes) expect([change, await delivered(address, change)]).toEqual([change, 401]);
    expect(await delivered(address, {}, 0, 'another id')).toBe(401);
    expect(await delivered(address, {}, largest + 1)).toBe(413);
  }

  /** A request whose body does not arrive, on a connection that stays open. */
  async function unfinished(address: string) {
    const { hostname, port, pathname } = new URL(address);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await new Promise((written) =>
      socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 10\r\n\r\n`, () => written(undefined)),
    );
    return socket;
  }

  it.each(receivers)(
    '%s answers 401 to what the bank has not signed, 413 to a body above 64 KiB, and goes on to the notification of the bank',
    async (program) => {
      const running = started(program, [], { BASE_URL: bank.baseUrl });
      const received = running.line(/^received (\{.*)/);
      const address = await running.line(/^listening at (\S+)$/);
      const waiting = await unfinished(address);
      await refusesWhatIsNotSigned(address);
      expect(await delivered(address, {}, largest)).toBe(204);
      expect(JSON.parse(await received)).toEqual({ consentId: 'consent', consentStatus: 'terminatedByTpp' });
      waiting.destroy();
      expect([await running.exited, running.complaints()]).toEqual([0, '']);
    },
    timeoutMs,
  );

  it('connect-your-bank.mjs does the same', async () => {
    const [port] = await freePorts([undefined]);
    const running = started('connect-your-bank.mjs', [bank.baseUrl, String(port)], {});
    const address = `${await running.line(/^Open (http:\S+)\. /)}/webhook`;
    await refusesWhatIsNotSigned(address);
    expect(await delivered(address, {}, largest)).toBe(204);
    running.child.kill('SIGTERM');
    expect(await running.exited).toBe(0);
  });

  it.each([...those('notifications.mjs', 'notifications.py').filter((name) => receivers.includes(name)), 'connect-your-bank.mjs'])(
    '%s reads the keys once for many key ids that nothing is known of, and not at all for a key that it knows',
    async (program) => {
      const [port] = await freePorts([undefined]);
      const ofSite = program === 'connect-your-bank.mjs';
      const running = started(program, ofSite ? [bank.baseUrl, String(port)] : [], { BASE_URL: bank.baseUrl });
      const address = ofSite ? `${await running.line(/^Open (http:\S+)\. /)}/webhook` : await running.line(/^listening at (\S+)$/);
      const ids = Array.from({ length: 20 }, (_, at) => `made-up-${at}`);
      expect(new Set(await Promise.all(ids.map((kid) => delivered(address, { kid }))))).toEqual(new Set([401]));
      expect(bank.keysRead).toBe(1);
      expect(await delivered(address)).toBe(204);
      expect(bank.keysRead).toBe(1);
      running.child.kill('SIGKILL');
      await running.exited;
    },
  );

  describe('client.sh', () => {
    const folder = temporaryFolder();
    afterAll(() => folder.remove());
    const harmed = join(folder.path, 'harmed');
    const browser = join(folder.path, 'browser.sh');
    beforeAll(() => {
      const state = '$(echo "$1" | sed "s/.*state=\\([^&]*\\).*/\\1/")';
      writeFileSync(browser, `#!/bin/sh\necho "http://127.0.0.1:3000/back?code=c&state=${state}"\n`, { mode: 0o755 });
    });
    const shell = (script: string, more: Readonly<Record<string, string>> = {}) =>
      new Promise<readonly unknown[]>((resolve) => {
        const env = { ...process.env, BASE_URL: bank.baseUrl, OPEN_BROWSER: browser, ...more };
        execFile('sh', ['-c', script], { env, cwd: programs }, (error, out, complaints) => resolve([error?.code ?? 0, out, complaints]));
      });
    const sentence = 'The bank answered with an id or a token that has characters which none has.\n';

    it('prints variables for a shell, and refuses a token that the shell would run', async () => {
      const use = 'eval "$(sh client.sh variables)"; echo "$TOKEN"';
      expect(await shell(use)).toEqual([0, `${bank.accessToken}\n`, '']);
      bank.accessToken = `x'; touch ${harmed}; : '`;
      expect(await shell(use)).toEqual([0, '\n', sentence]);
      expect(existsSync(harmed)).toBe(false);
      expect(await shell('sh client.sh variables')).toEqual([1, '', sentence]);
    });

    it('hands the id of a mandate to COLLECT, and refuses one that the shell would run', async () => {
      const run = () => shell('sh client.sh mandate', { COLLECT: 'echo collected' });
      expect(await run()).toEqual([0, expect.stringContaining('\ncollected mandate --amount 12.00'), '']);
      bank.mandate = `x;id>${harmed}`;
      const [code, , complaints] = await run();
      expect([code, complaints, existsSync(harmed)]).toEqual([1, sentence, false]);
    });
  });
});
