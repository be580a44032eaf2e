import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { services } from '@open-banking/spec';
import { exchange, ownAddress, registeredClients, runningBank, temporaryFolder } from '@open-banking/testing';
import { hasSignatures, kindOf, receivers, those, toolchains } from './guide-programs.js';
import { InterruptingProxy, type Interruption } from './interrupting-proxy.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = readdirSync(join(root, 'docs/guides/programs'));

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
const visible = (html: string): string => html.replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!);

const timeoutMs = 300_000;
const lists = /^\/v1\.7\/accounts\?|^\/v1\.7\/accounts$/;

describe('the programs of the guides', () => {
  const bank = runningBank(services);
  const folder = temporaryFolder();
  const programs = folder.path;
  afterAll(() => folder.remove());
  const shown = (guide: string) => exchange(`${bank.baseUrl}/guides/${guide}`, { from: ownAddress() });

  // As a third party has them: saved from the portal.
  beforeAll(async () => {
    for (const name of names) writeFileSync(join(programs, name), (await shown(name)).text, { mode: 0o755 });
  });

  /** As the bank signs, for this address, but with another key. */
  const forged = (address: string): string => {
    const header = Buffer.from(
      JSON.stringify({ alg: 'ES256', kid: 'mine', iss: `${bank.baseUrl}/v1.7/oauth/consents`, aud: address, jti: 'made-up' }),
    ).toString('base64url');
    return `${header}..${'A'.repeat(86)}`;
  };

  const customer = () =>
    bank.customers.findLast(({ accounts }) => accounts.some(({ kind, currency }) => kind === 'account' && currency === 'EUR'))!;

  /** A command that opens an address and answers as the customer, as a browser would. */
  function scriptedBrowser(): string {
    const file = join(programs, 'browser.mjs');
    const { login, password } = customer();
    const choices = JSON.stringify({ login, password, from: ownAddress() });
    const script = `#!${process.execPath}
import { completeInteraction } from '${join(root, 'sandbox/dist/third-party/index.js')}';
const back = await completeInteraction(process.argv[2], ${choices});
await fetch(back).catch(() => undefined);
console.log(back);
`;
    writeFileSync(file, script, { mode: 0o755 });
    return file;
  }

  async function run(
    program: string,
    settings: Readonly<Record<string, string>> = {},
    hear: (said: string) => void = () => undefined,
  ): Promise<string> {
    const [command = '', ...options] = toolchains[kindOf(program)]![0];
    const [file = '', ...given] = program.split(' ');
    const running = promisify(execFile)(command, [...options, join(programs, file), ...given], {
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', OPEN_BROWSER: scriptedBrowser(), ...settings },
      timeout: timeoutMs,
    });
    running.child.stdout!.on('data', hear);
    return (await running).stdout;
  }

  it.each(those('client.sh', 'client.mjs', 'client.py', 'Client.java', 'client.go'))(
    '%s reads, pays and removes itself, though the bank is busy, its token ends and the answer to its payment is lost',
    async (program) => {
      const interruptions: Interruption[] = [
        { method: 'GET', path: lists, status: 503 },
        { method: 'GET', path: /\/transactions\?/, status: 401 },
        { method: 'GET', path: /\/transactions\?/, status: 429 },
        { method: 'POST', path: /^\/v1\.7\/payments\//, status: 503, lost: true },
      ];
      const proxy = await new InterruptingProxy(bank.baseUrl, interruptions).open();
      const said = await run(program, { BASE_URL: proxy.baseUrl }).finally(() => proxy.close());
      expect(said).toMatch(/^client [\w-]{36}$/m);
      expect(said).toMatch(/\d+\.\d\d.* EUR/);
      expect(said).toMatch(/[1-9]\d* transactions since/);
      expect(said).toMatch(/^refreshed$[^]*^payment [\w-]{36} ACSC$/m);
      expect(said).toMatch(/^removed$/m);
      expect(proxy.unmet).toEqual([]);
      const { forwarded } = proxy;

      const [refused, limited, read] = forwarded.filter(({ path }) => path.includes('/transactions?'));
      expect([refused, limited, read].map((one) => one!.status)).toEqual([401, 429, 200]);
      expect(new Set([refused, limited, read].map((one) => one!.requestId)).size).toBe(1);
      expect(limited!.token).not.toBe(refused!.token);
      expect(read!.token).toBe(limited!.token);
      expect(forwarded.filter(({ path }) => path.includes('cursor=')).length).toBeGreaterThan(0);

      const [lost, repeated, ...more] = forwarded.filter(({ method, path }) => method === 'POST' && path.includes('/payments/'));
      expect([lost!.status, repeated!.status, more.length]).toEqual([503, 201, 0]);
      expect(repeated!.requestId).toBe(lost!.requestId);

      const clients = await registeredClients(bank.operator);
      expect(clients.some(({ clientId }) => clientId === /^client (\S+)$/m.exec(said)![1])).toBe(false);
    },
    timeoutMs,
  );

  it.each(those('client.sh', 'client.mjs', 'client.py', 'Client.java', 'client.go'))(
    '%s runs to its end with the script that stands for the demo customer, and removes its client where there is no program',
    async (program) => {
      const said = await run(program, { OPEN_BROWSER: join(programs, 'approve.sh') });
      expect(said).toMatch(/^payment [\w-]{36} ACSC$[^]*^removed$/m);

      const { stdout, stderr } = await run(program, { OPEN_BROWSER: 'npx openbank approve' }).then(
        () => ({ stdout: '', stderr: '' }),
        (failed: { stdout: string; stderr: string }) => failed,
      );
      expect(stderr).toContain('OPEN_BROWSER must name a program without arguments');
      const clients = await registeredClients(bank.operator);
      expect(clients.some(({ clientId }) => clientId === /^client (\S+)$/m.exec(stdout)![1])).toBe(false);
    },
    timeoutMs,
  );

  it.each(those('client.sh', 'client.mjs', 'client.py'))(
    'the blocks on the page of %s, in order, are a program that prints balances',
    async (program) => {
      const { text: page } = await shown({ sh: 'curl', mjs: 'node', py: 'python' }[kindOf(program)]!);
      const blocks = [...page.matchAll(/<pre[^>]*><code>(.*?)<\/code>/gs)].map(([, code]) => visible(code!));
      // The first is the command that runs it, the second the script in the place of the browser.
      const [, , start, ...others] = blocks;
      mkdirSync(join(programs, 'page'), { recursive: true });
      writeFileSync(join(programs, 'page', program), [start, ...others].join('\n\n'));
      const said = await run(`page/${program} balances`, { OPEN_BROWSER: join(programs, 'approve.sh') });
      expect(said).toMatch(/\d+\.\d\d.* EUR$[^]*^removed$/m);
      expect(said).not.toContain('payment');
    },
  );

  const all = [
    'client.sh',
    'client.sh balances',
    'client.sh mandate',
    'client.sh variables',
    'client.mjs',
    'client.py',
    'Client.java',
    'client.go',
  ];
  const others = ['mandates.mjs', 'mandates.py', 'notifications.mjs', 'notifications.py', 'Client.java mandate', 'client.go mandate'];
  const withCustomer = ['approve.sh http://127.0.0.1:2/authorize', 'Client.java notifications', 'client.go notifications'];
  it.each(those(...all, ...others, ...withCustomer).filter((name) => hasSignatures || name !== 'notifications.py'))(
    '%s ends with a sentence and a code where no bank answers',
    async (program) => {
      const { code, stderr } = await run(program, { BASE_URL: 'http://127.0.0.1:2' }).then(
        () => ({ code: 0, stderr: '' }),
        (failed: { code: number; stderr: string }) => failed,
      );
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^The bank at http:\/\/127\.0\.0\.1:2 does not answer\. Set BASE_URL\./m)]);
      expect(stderr).not.toMatch(/Traceback|^ {2,}at /m);
    },
    timeoutMs,
  );

  it.each(those('mandates.mjs', 'mandates.py', 'client.sh mandate', 'Client.java mandate', 'client.go mandate'))(
    '%s has a mandate approved, collected under and cancelled',
    async (program) => {
      const said = await run(program, {
        COLLECT: `${process.execPath} ${join(root, 'cli/bin/openbank.mjs')} collect --operator-file ${bank.facts.operatorFile} --base-url ${bank.baseUrl}`,
      });
      expect(said).toMatch(/^mandate [\w-]{36} ACTV$[^]*12\.00 EUR: booked on [^]*^mandate [\w-]{36} CANC$/m);
    },
    timeoutMs,
  );

  it.each(receivers)('%s believes a notification of the bank, and refuses one that the bank has not signed', async (program) => {
    let refused: Promise<Response> | undefined;
    const said = await run(program, {}, (line) => {
      const address = /^listening at (\S+)$/m.exec(line)?.[1];
      if (address !== undefined)
        refused = fetch(address, {
          method: 'POST',
          headers: { 'x-jws-signature': forged(address), 'x-request-id': 'made-up' },
          body: '{}',
        });
    });
    expect((await refused)!.status).toBe(401);
    expect(said).toContain('refused: not signed by the bank');
    expect(said).toMatch(/^received \{"consentId":"[\w-]{36}","consentStatus":"terminatedByTpp"\}$/m);
    expect(said).not.toContain('received {}');
  });
});
