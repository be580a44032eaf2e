import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '@open-banking/spec';
import { ownAddress, registeredClients, runningBank, temporaryFolder } from '@open-banking/testing';

const root = fileURLToPath(new URL('../..', import.meta.url));
const commands: Readonly<Record<string, readonly string[]>> = {
  'client.sh': ['sh'],
  'client.mjs': [process.execPath],
  'client.py': ['python3'],
  'mandates.py': ['python3'],
  'Client.java': ['java'],
  'client.go': ['go', 'run'],
};
// As in guides.whole.spec.ts: Java and Go take a minute to compile.
const compiled = (program: string): boolean => program === 'Client.java' || program === 'client.go';
const runnable = (program: string): boolean =>
  (!compiled(program) || process.env['GUIDES'] === 'all') &&
  spawnSync('sh', ['-c', `command -v ${commands[program]![0]}`], { stdio: 'ignore' }).status === 0;
const clients = Object.keys(commands).filter(runnable);
const timeoutMs = 300_000;

interface Ended {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the programs of the guides, refused', () => {
  const bank = runningBank(services);
  const folder = temporaryFolder();
  afterAll(() => folder.remove());

  function run(program: string, given: readonly string[], settings: Readonly<Record<string, string>>): Promise<Ended> {
    const [command = '', ...options] = commands[program]!;
    const file = join(root, 'docs/guides/programs', program);
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...settings };
    return new Promise((settle) =>
      execFile(command, [...options, file, ...given], { env, timeout: timeoutMs }, (error, stdout, stderr) =>
        settle({ code: error?.code ?? 0, stdout, stderr }),
      ),
    );
  }
  function browser(name: string, script: string): string {
    const file = join(folder.path, name);
    writeFileSync(file, `#!${process.execPath}\n${script}`, { mode: 0o755 });
    return file;
  }
  const pageFile = join(folder.path, 'page');
  /** A customer who refuses or approves, and keeps the page of the program that the browser ends at. */
  const customer = (refuse: boolean): string =>
    browser(
      `customer-${refuse}.mjs`,
      `import { writeFileSync } from 'node:fs';
import { completeInteraction } from '${join(root, 'sandbox/dist/third-party/index.js')}';
const back = await completeInteraction(process.argv[2], ${JSON.stringify({ ...bank.demo, accounts: 'all', refuse, from: ownAddress() })});
await fetch(back).then(async (page) => writeFileSync('${pageFile}', await page.text())).catch(() => undefined);
console.log(back);
`,
    );

  it.each(clients.filter((name) => name !== 'mandates.py'))(
    '%s does nothing with an argument that it does not know, and names those that it knows',
    async (program) => {
      const known = { 'client.sh': '"balances", "mandate" or "variables"', 'client.go': '"mandate" or "notifications"' };
      const others = program === 'Client.java' ? known['client.go'] : 'or "balances"';
      const { code, stdout, stderr } = await run(program, ['balance'], { BASE_URL: bank.baseUrl });
      const names = known[program as keyof typeof known] ?? others;
      // `go run` answers 1 for a program that has failed, and prints the program's code.
      const sentence = `The argument "balance" is unknown: ${program} takes no argument, ${names}.\n`;
      expect([code, stdout, stderr]).toEqual(program === 'client.go' ? [1, '', `${sentence}exit status 2\n`] : [2, '', sentence]);
    },
    timeoutMs,
  );

  it.each(clients)(
    '%s says in one sentence that the customer has not approved, on its page too, and removes its client',
    async (program) => {
      writeFileSync(pageFile, '');
      const before = (await registeredClients(bank.operator)).length;
      const { code, stderr } = await run(program, [], { BASE_URL: bank.baseUrl, OPEN_BROWSER: customer(true) });
      const more = program === 'client.go' ? 'exit status 1\n' : '';
      expect([code, stderr]).toEqual([1, `The customer did not approve (access_denied).\n${more}`]);
      // A shell has no page.
      if (program !== 'client.sh') expect(readFileSync(pageFile, 'utf8')).toBe('Nothing was approved. You can close this page.');
      expect(await registeredClients(bank.operator)).toHaveLength(before);
    },
    timeoutMs,
  );

  it.each(clients.filter((name) => !compiled(name) && name !== 'mandates.py'))(
    '%s prints each balance with the IBAN and the type, and thanks a customer who approves',
    async (program) => {
      writeFileSync(pageFile, '');
      const { code, stdout } = await run(program, ['balances'], { BASE_URL: bank.baseUrl, OPEN_BROWSER: customer(false) });
      expect(code).toBe(0);
      const { iban } = bank.demo.accounts.find(({ kind, currency }) => kind === 'account' && currency === 'EUR')!.reference;
      const lines = stdout.split('\n').filter((line) => line.startsWith(iban!));
      for (const type of ['closingBooked', 'expected', 'interimAvailable', 'interimBooked'])
        expect(lines.filter((line) => new RegExp(`^\\w+ ${type} -?\\d+\\.\\d\\d EUR$`).test(line))).toHaveLength(1);
      expect(lines.filter((line) => / \d+ transactions since /.test(line))).toHaveLength(1);
      expect(lines).toHaveLength(5);
      if (program !== 'client.sh') expect(readFileSync(pageFile, 'utf8')).toBe('Thank you. You can close this page.');
    },
    timeoutMs,
  );

  it.each([
    ['hello', 'This is not the address at which the browser ended, which begins with http://127.0.0.1:3000/back?\n'],
    ['http://127.0.0.1:3000/back?code=stolen&state=other', 'This answer belongs to another request.\n'],
  ])('client.sh says what is wrong with the pasted text %s', async (pasted, sentence) => {
    const settings = { BASE_URL: bank.baseUrl, OPEN_BROWSER: browser('paste.mjs', `console.log('${pasted}');`) };
    expect(await run('client.sh', ['balances'], settings)).toMatchObject({ code: 1, stderr: sentence });
  });
});
