import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { operations, services } from '@open-banking/spec';
import { exchange, NotificationReceiver, ownAddress, runningBank, temporaryFolder } from '@open-banking/testing';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const npm = (cwd: string, ...args: string[]) =>
  run('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error', '--cache', join(cwd, '.npm')], {
    cwd,
    // A registry that nobody answers: the package needs none.
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`, npm_config_registry: 'http://127.0.0.1:9/' },
  });

const consumer = `
import { BankError, connect, RateLimitError, type Grant, type ListAccountsAnswer, type PaymentRequest } from '@open-banking/client';

const bank = connect({ baseUrl: 'https://bank.example', clientId: 'me', authentication: { method: 'tls_client_auth' }, tls: { certificate: '', privateKey: '' } });
const body: PaymentRequest = { instructedAmount: { currency: 'EUR', amount: '1.00' }, creditorAccount: { iban: 'DE89370400440532013000' }, creditorName: 'X' };
export const pay = async (): Promise<string> => (await bank.createPayment({ paymentProduct: 'fp', body })).paymentId;
export const read = async (grant: Grant<'consents'>): Promise<ListAccountsAnswer['accounts'][number]['iban'] | undefined> =>
  (await bank.resume(grant).listAccounts()).accounts[0]?.iban;
export const windows = (error: unknown): number[] => (error instanceof RateLimitError ? error.windows.map(({ remaining }) => remaining) : []);
export const isKnown = (error: BankError): boolean => error.has('FORMAT_ERROR');
// @ts-expect-error a client has no token of a customer
export const wrongParty = () => bank.listAccounts();
// @ts-expect-error a customer of a payment has approved no accounts
export const wrongGrant = (grant: Grant<'payments'>) => bank.resume(grant).listAccounts();
// @ts-expect-error the path has a parameter
export const noPath = () => bank.readConsent({});
// @ts-expect-error a field of a request is misspelt
export const misspelt = () => bank.createPayment({ paymentProduct: 'fp', body: { ...body, creditorname: 'X' } as const satisfies PaymentRequest });
// @ts-expect-error there is no such code
export const unknownCode = (error: BankError): boolean => error.has('NONSENSE');
// @ts-expect-error the operation has no pages
export const noPages = (grant: Grant<'consents'>) => bank.resume(grant).pages('listAccounts');
`;

describe('the package', () => {
  const running = runningBank(services);
  const folder = temporaryFolder();
  const installed = join(folder.path, 'node_modules/@open-banking/client');
  let guide: string;
  let manifest: Readonly<Record<string, unknown>>;

  /** With nothing but the portal: the command that its guide shows. */
  beforeAll(async () => {
    guide = (await exchange(`${running.baseUrl}/guides/package`, { from: ownAddress() })).text;
    const [, option = '', address = ''] = /npm install (--\S+) (\S+\.tgz)/.exec(guide) ?? [];
    writeFileSync(join(folder.path, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
    await npm(folder.path, 'install', option, address);
    manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  });
  afterAll(() => folder.remove());

  it('holds its programs, types and sources, licence and README, and no tests', () => {
    const packed = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(installed, join(entry.parentPath, entry.name)));
    const kinds = new Set(packed.map((path) => path.replace(/^(src|lib)\/.*?((?:\.d)?\.ts|\.js|\.map)$/, '$1/*$2')));
    expect([...kinds].sort()).toEqual(['LICENSE', 'README.md', 'lib/*.d.ts', 'lib/*.js', 'lib/*.map', 'package.json', 'src/*.ts']);
    expect(manifest).toMatchObject({ license: 'Apache-2.0', type: 'module', engines: { node: '>=20.3' } });
    expect([manifest['dependencies'], manifest['private']]).toEqual([undefined, undefined]);
    expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    const entry = (manifest['exports'] as { '.': Record<string, string> })['.'];
    for (const file of Object.values(entry)) expect([file, existsSync(join(installed, file))]).toEqual([file, true]);
  });

  it('is served by the portal under its version, always with the same bytes', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'client/package.json'), 'utf8')) as { version: string };
    const [file = ''] = readdirSync(join(root, 'client/dist/packed'));
    const bytes = readFileSync(join(root, 'client/dist/packed', file));
    expect(file).toBe(`open-banking-client-${version}-${hash('sha256', bytes).slice(0, 12)}.tgz`);
    const address = `${running.baseUrl}/guides/${file}`;
    expect(guide).toContain(`npm install --allow-remote=root ${address}`);
    const made = hash('sha512', bytes, 'base64');
    const locked = readFileSync(join(folder.path, 'package-lock.json'), 'utf8');
    expect(locked).toContain(`"integrity": "sha512-${made}"`);
    expect((await exchange(address, { from: ownAddress() })).headers['content-type']).toBe('application/gzip');
    // Lock files that were written before the content was in the name.
    expect((await exchange(`${running.baseUrl}/guides/open-banking-client-${version}.tgz`, { from: ownAddress() })).status).toBe(200);
    expect((await exchange(`${running.baseUrl}/guides/open-banking-client-0.0.1.tgz`, { from: ownAddress() })).status).toBe(404);
  });

  it('is checked by strict TypeScript in a project that installs it, and refuses what the bank would', async () => {
    const types = join(folder.path, 'node_modules/@types');
    mkdirSync(types, { recursive: true });
    for (const name of ['node', 'undici-types'].filter((one) => existsSync(join(root, 'node_modules/@types', one))))
      symlinkSync(join(root, 'node_modules/@types', name), join(types, name));
    writeFileSync(join(folder.path, 'consumer.ts'), consumer);
    const options = { target: 'es2022', module: 'nodenext', strict: true, noEmit: true, noUncheckedIndexedAccess: true };
    const check = (more: object) => {
      const compilerOptions = { ...options, exactOptionalPropertyTypes: true, skipLibCheck: false, ...more };
      writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
      return run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder.path]).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    };
    expect(await check({ types: ['node'] })).toBe('');
    writeFileSync(join(folder.path, 'consumer.ts'), `${consumer}\nexport const wrong: number = await pay();\n`);
    expect(await check({ lib: ['es2023', 'dom'], types: [] })).toMatch(/^\S*consumer\.ts\(.*error TS2322: Type 'string'[^\n]*\n$/);
  });

  it('documents each operation, with its limits and, where it has one, its permission', () => {
    const written = readFileSync(join(installed, 'lib/generated/operations.d.ts'), 'utf8');
    for (const { id, method, path, permission } of operations) {
      const said = new RegExp(`/\\*\\*(?:(?!\\*/)[^])*\\*/\\s+${id}\\(`).exec(written)?.[0] ?? '';
      const shown = [said.includes(`\`${method} ${path}\``), /Limits, for each \w+: [\d,]+ a \w+/.test(said)];
      expect([id, ...shown, said.includes('Permission: ')]).toEqual([id, true, true, permission !== undefined]);
    }
  });

  it('does what its README says', async () => {
    const receiver = await NotificationReceiver.create();
    const { clientId, client } = await running.client({ redirectUri: `${receiver.origin}/back` });
    const customer = running.customers.findLast(({ accounts }) =>
      accounts.some(({ kind, currency }) => kind === 'account' && currency === 'EUR'),
    )!;
    const blocks = [...readFileSync(join(installed, 'README.md'), 'utf8').matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code]) => code!);
    expect(blocks.length).toBeGreaterThan(5);
    const program = blocks.join('\n');
    const { login, password } = customer;
    writeFileSync(
      join(folder.path, 'program.mjs'),
      `import { completeInteraction } from '${join(root, 'sandbox/dist/third-party/index.js')}';
const sendCustomer = (url) => completeInteraction(url, ${JSON.stringify({ login, password, from: ownAddress() })});
${program}`,
    );
    const { stdout } = await run(process.execPath, ['program.mjs'], {
      cwd: folder.path,
      env: {
        ...process.env,
        BASE_URL: running.baseUrl,
        CLIENT_ID: clientId,
        CLIENT_SECRET: client.clientSecret,
        REDIRECT_URI: client.redirectUri,
        NOTIFICATION_URI: `${receiver.origin}/told`,
      },
      timeout: 250_000,
    });
    expect(stdout).toMatch(/^[A-Z]{2}\d{2}\w+ -?\d+\.\d{2}$/m);
    expect(stdout).toMatch(/^[1-9]\d* transactions since \d{4}-\d\d-\d\d$/m);
    expect(stdout).toMatch(/^payment ACSC$/m);
    expect(stdout).toMatch(/^400 FORMAT_ERROR \/instructedAmount\/amount [0-9a-f-]{36}$/m);
    expect(stdout).toMatch(/^notified terminatedByTpp$/m);
  });
});
