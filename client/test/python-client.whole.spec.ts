import { execFile } from 'node:child_process';
import { generateKeyPairSync, hash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { operations, services } from '@open-banking/spec';
import {
  exchange,
  NotificationReceiver,
  ownAddress,
  runningBank,
  temporaryFolder,
  type TestClient,
  type TestCustomer,
} from '@open-banking/testing';
import { idsOf } from '@open-banking/testing/sweep';
import { pemFiles, pythonEnvironment } from './python-environment.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tests = join(root, 'client/python/test');
const folder = temporaryFolder();
const { python, notRun } = pythonEnvironment(join(folder.path, 'venv'));
// Nothing of this can run without Python: a test that is skipped, with its reason, is not counted as passed.
// eslint-disable-next-line no-restricted-syntax
const describeIfRun = notRun === undefined ? describe : describe.skip;
if (notRun !== undefined) process.stderr.write(`the Python client is not run: ${notRun}\n`);
const because = notRun === undefined ? '' : ` (not run: ${notRun})`;
const timeoutMs = 280_000;

const run = (command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(command, args, {
    cwd: folder.path,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    timeout: timeoutMs,
  });

/** Runs a module of tests, all of it. The output of unittest is the message of a failure. */
async function passes(module: string, facts?: object): Promise<number> {
  const file = join(folder.path, `${module}.json`);
  if (facts) writeFileSync(file, JSON.stringify(facts));
  const { stderr } = await run(python, ['-m', 'unittest', '-v', module], { PYTHONPATH: tests, FACTS: file });
  const [, count] = /^Ran (\d+) tests? in \S+\n\nOK$/m.exec(stderr) ?? [];
  if (count === undefined) throw new Error(stderr);
  return Number(count);
}

/** A command that answers at the bank as a customer: payments as `payer`, all else as `demo`. Prints where the bank sends the browser. */
function customerCommand(demo: TestCustomer, payer: TestCustomer): string[] {
  const file = join(folder.path, 'customer.mjs');
  const as = ({ login, password }: TestCustomer) => JSON.stringify({ login, password, from: ownAddress() });
  writeFileSync(
    file,
    `import { completeInteraction } from '${join(root, 'sandbox/dist/third-party/index.js')}';
const [, , url, answer] = process.argv;
const customer = url.includes('/oauth/payments') ? ${as(payer)} : ${as(demo)};
console.log(await completeInteraction(url, { ...customer, refuse: answer === 'refuse' }));
`,
  );
  return [process.execPath, file];
}

const ecKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

afterAll(() => folder.remove());

describeIfRun(`the Python client${because}`, () => {
  const running = runningBank(services);
  let address: string;
  const payer = () =>
    running.customers.findLast(({ accounts }) => accounts.some(({ kind, currency }) => kind === 'account' && currency === 'EUR'))!;
  const bySecret = ({ clientId, client }: TestClient) => ({ id: clientId, secret: client.clientSecret, redirect_uri: client.redirectUri });

  /** With nothing but the portal: the command that its guide shows. */
  beforeAll(async () => {
    const guide = (await exchange(`${running.baseUrl}/guides/python-package`, { from: ownAddress() })).text;
    [, address = ''] = /pip install (?:"|&quot;)(\S+\.whl)(?:"|&quot;)/.exec(guide) ?? [];
    await run(python, ['-m', 'pip', 'install', '--disable-pip-version-check', address]);
  }, timeoutMs);

  it('is served under a name that has a hash of its content, and installed with that version', async () => {
    const [name = ''] = readdirSync(join(root, 'client/python/dist/packed'));
    expect(address).toBe(`${running.baseUrl}/guides/${name}`);
    expect(name).toMatch(/^open_banking_client-\d+\.\d+\.\d+\+c[0-9a-f]{8}-py3-none-any\.whl$/);
    expect((await exchange(address, { from: ownAddress() })).headers['content-type']).toBe('application/octet-stream');
    expect((await exchange(address.replace('+c', '+c0'), { from: ownAddress() })).status).toBe(404);
    const [, version = ''] = /-(\d[^-]*)-/.exec(name)!;
    const { stdout } = await run(python, ['-c', 'from importlib.metadata import version; print(version("open-banking-client"))']);
    expect(stdout.trim()).toBe(version);
    const wheel = join(root, 'client/python/dist/packed', name);
    expect((await run(python, [join(tests, 'check_wheel.py'), wheel])).stdout.trim()).toMatch(/^[23]\d True$/);
  });

  it('has another name when one byte of it changes, and the same bytes when none does', async () => {
    const { wheel } = (await import(`${root}build/client-wheel.mjs`)) as {
      wheel(release: string, sources: [string, string][], texts: object): { name: string; bytes: Buffer };
    };
    const texts = { readme: '# Read me\n', licence: 'Free\n' };
    const made = (content: string) => wheel('1.0.0', [['open_banking_client/__init__.py', content]], texts);
    expect(made('a = 1\n').name).not.toBe(made('a = 2\n').name);
    expect(hash('sha256', made('a = 1\n').bytes)).toBe(hash('sha256', made('a = 1\n').bytes));
    expect(wheel('1.0.0', [], { ...texts, readme: '# Read me!\n' }).name).not.toBe(wheel('1.0.0', [], texts).name);
  });

  it('keeps its rules without a bank', async () => {
    expect(await passes('test_rules')).toBeGreaterThan(10);
    expect(await passes('test_calls')).toBeGreaterThan(10);
    expect(await passes('test_notifications')).toBe(2);
    expect(await passes('test_malformed')).toBe(13);
  });

  it(
    'does the journeys of consents and payments, refuses and repeats, blocking and with asyncio',
    async () => {
      const client = await running.client();
      const seal = await running.sealOf(client);
      const sealFiles = pemFiles(join(folder.path, 'seal'), { certificate: seal.certificate, private_key: seal.privateKey });
      const count = await passes('bank_baseline', {
        base_url: running.baseUrl,
        customer: customerCommand(running.demo, payer()),
        accounts: running.resources(running.demo, 'account').length,
        clients: { client: { ...bySecret(client), seal: sealFiles }, other: bySecret(await running.client()) },
      });
      expect(count).toBeGreaterThan(10);
    },
    timeoutMs,
  );

  it(
    'has a method for each operation of the table, and the bank does what it asks',
    async () => {
      const count = await passes('bank_operations', {
        base_url: running.baseUrl,
        customer: customerCommand(running.demo, payer()),
        clients: { client: bySecret(await running.client()) },
        ids: idsOf(running.demo.accounts),
        rows: operations.map(({ id, method, path, token = null }) => ({ id, method, path, token })),
      });
      expect(count).toBe(4);
    },
    timeoutMs,
  );

  describe('its guide', () => {
    let blocks: readonly string[];

    /** As the portal serves it to be copied: with the address of this bank. */
    beforeAll(async () => {
      const { text } = await exchange(`${running.baseUrl}/guides/python-package.md`, { from: ownAddress() });
      blocks = [...text.matchAll(/^```\n([^]*?)^```$/gm)].map(([, code]) => code!).filter((code) => !code.startsWith('pip '));
    });

    it(
      'leads with its first program, pasted as it is, to a customer’s balances',
      async () => {
        const browser = join(folder.path, 'browser.mjs');
        const [node, customer] = customerCommand(running.demo, payer());
        // A browser returns at once, and the customer comes back later.
        writeFileSync(
          browser,
          `#!${node}
import { execFileSync, spawn } from 'node:child_process';
const [, , url, detached] = process.argv;
if (detached) await fetch(execFileSync('${node}', ['${customer}', url], { encoding: 'utf8' }).trim());
else spawn(process.execPath, [process.argv[1], url, 'detached'], { detached: true, stdio: 'ignore' }).unref();
`,
          { mode: 0o755 },
        );
        writeFileSync(join(folder.path, 'balances.py'), blocks[0]!);
        const { stdout } = await run(python, ['balances.py'], { BROWSER: browser });
        expect(stdout).toMatch(/^Open this address as the customer: http\S+$/m);
        expect(stdout).toMatch(/^[A-Z]{2}\d{2}\w+ interimAvailable -?\d+\.\d{2} [A-Z]{3}$/m);
      },
      timeoutMs,
    );

    it(
      'does what it says',
      async () => {
        const receiver = await NotificationReceiver.create();
        const { clientId, client } = await running.client({ redirectUri: `${receiver.origin}/back` });
        const [node, file] = customerCommand(payer(), payer());
        const prelude = `import subprocess
def send_customer(url):
    return subprocess.run(["${node}", "${file}", url], capture_output=True, text=True, check=True).stdout.strip()
`;
        writeFileSync(join(folder.path, 'program.py'), [prelude, ...blocks.slice(1)].join('\n'));
        const { stdout } = await run(python, ['program.py'], {
          CLIENT_ID: clientId,
          CLIENT_SECRET: client.clientSecret!,
          REDIRECT_URI: client.redirectUri,
          NOTIFICATION_URI: `${receiver.origin}/told`,
        });
        expect(stdout).toMatch(/^[A-Z]{2}\d{2}\w+ -?\d+\.\d{2}$/m);
        expect(stdout).toMatch(/^[1-9]\d* transactions since \d{4}-\d\d-\d\d$/m);
        expect(stdout).toMatch(/^payment ACSC$/m);
        expect(stdout).toMatch(/^[1-9]\d* accounts, consent valid$/m);
        expect(stdout).toMatch(/^400 FORMAT_ERROR \/instructedAmount\/amount [0-9a-f-]{36}$/m);
        expect(stdout).toMatch(/^notified terminatedByTpp$/m);
      },
      timeoutMs,
    );
  });
});

describeIfRun(`the Python client in profile fapi2${because}`, () => {
  const running = runningBank(services, { profile: 'fapi2' });

  async function client(auth: 'private_key_jwt' | 'tls_client_auth', tokenBinding: 'dpop' | 'tls'): Promise<object> {
    const { clientId, client: added } = await running.client({ auth, tokenBinding });
    const { tls } = added;
    return {
      id: clientId,
      redirect_uri: added.redirectUri,
      ...(added.privateKey && { private_key: added.privateKey }),
      ...(tls && {
        certificate: pemFiles(join(folder.path, `${auth}-${tokenBinding}`), {
          certificate: tls.certificate!,
          private_key: tls.privateKey!,
          ca: [tls.ca].flat().join('\n'),
        }),
      }),
      ...(tokenBinding === 'dpop' && { dpop_key: ecKey() }),
    };
  }

  it(
    'authenticates with keys and certificates, and binds its tokens to them',
    async () => {
      const count = await passes('bank_fapi2', {
        base_url: running.baseUrl,
        customer: customerCommand(running.demo, running.demo),
        other_key: ecKey(),
        clients: {
          'jwt-dpop': await client('private_key_jwt', 'dpop'),
          'jwt-tls': await client('private_key_jwt', 'tls'),
          'tls-dpop': await client('tls_client_auth', 'dpop'),
          'tls-tls': await client('tls_client_auth', 'tls'),
        },
      });
      expect(count).toBe(4);
    },
    timeoutMs,
  );
});
