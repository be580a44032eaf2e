import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { issuerSettings } from '@open-banking/issuer';
import { readSettings, variableOf, type Settings, serviceSettings } from '@open-banking/config';
import { runningBank } from '@open-banking/testing';
import { services, type Service } from '@open-banking/spec';

interface Fault {
  readonly service: string;
  readonly event: string;
  readonly message: string;
}

// No number, no URL, no host, no address, no file, and none of any choice.
const bad = '/no where!/';
/** Any text is a name. */
const free = ['BANK_NAME'];

/** Starts a service that cannot start, and reads why. */
async function refusal(service: Service, environment: NodeJS.ProcessEnv): Promise<Fault & { code: number }> {
  const program = fileURLToPath(new URL(`../../apps/${service}/dist/main.js`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const [code] = (await once(child, 'close')) as [number];
  const lines = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fault & { level: number });
  return { code, ...lines.find(({ level }) => level === 60)! };
}

describe.each(services)('%s', (service) => {
  it('names each of its settings that is wrong, and says what would be right', async () => {
    const { settings: own = {} } = (await import(`@open-banking/${service}/controllers`)) as { settings?: Settings };
    const all: Settings = { ...serviceSettings, ...own };
    expect(Object.keys(all).length).toBeGreaterThanOrEqual(Object.keys(serviceSettings).length);
    for (const [name, setting] of Object.entries(all).filter(([one]) => !free.includes(variableOf(one)))) {
      const variable = variableOf(name);
      expect(() => readSettings({ [name]: setting }, { [variable]: bad })).toThrow(new RegExp(`^${variable} must be .+: .+$`));
      expect(() => readSettings({ [name]: setting }, { [`${variable}_FILE`]: '/nowhere/at/all' })).toThrow(
        new RegExp(`^${variable}_FILE names a file that cannot be read: /nowhere/at/all$`, 'm'),
      );
    }
  });
});

it('settings of issuers are among those', () => {
  for (const [name, setting] of Object.entries(issuerSettings).filter(([one]) => !free.includes(variableOf(one)))) {
    expect(() => readSettings({ [name]: setting }, { [variableOf(name)]: bad })).toThrow(`${variableOf(name)} must be `);
  }
});

describe('a service that cannot start', () => {
  const bank = runningBank();
  const folder = mkdtempSync(join(tmpdir(), 'settings-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const good = (service: Service): NodeJS.ProcessEnv => ({
    PORT: '0',
    INTERNAL_PORT: '0',
    DATABASE_URL: bank.facts.ownerUrls[service],
    KEYS_DIR: bank.facts.keysDir,
    BASE_URL: bank.baseUrl,
    SANDBOX: '1',
    ...Object.fromEntries(
      services.map((other) => [
        `${variableOf(other.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()))}_INTERNAL_URL`,
        'http://127.0.0.1:1',
      ]),
    ),
  });

  it('says in one line of JSON all that is wrong with what every service is told', async () => {
    const names = Object.keys(serviceSettings).map(variableOf);
    const { code, message, ...rest } = await refusal('cards', Object.fromEntries(names.map((name) => [name, bad])));
    expect({ code, ...rest }).toMatchObject({ code: 1, service: 'cards', event: 'cannot start' });
    expect(message.split('\n').map((line) => line.split(' must be ', 1)[0])).toEqual(names);
  }, 60_000);

  it.each([
    ['ais-pis', { BANK_CODES: 'IL097,il' }, /^BANK_CODES must be .*, not "il": /],
    ['ais-pis', { CONSENT_DAYS: '0' }, /^CONSENT_DAYS must be a whole number from 1 to 3650/],
    ['mandates', { INTERACTION_MINUTES: 'long' }, /^INTERACTION_MINUTES must be /],
    ['loan-services', { TERM_WARNING_MONTHS: '-1' }, /^TERM_WARNING_MONTHS must be /],
    ['cards', { HOST: '192.0.2.1' }, /^HOST, PORT: cannot listen at 192\.0\.2\.1:0, this machine has no such address$/],
    [
      'cards',
      { INTERNAL_HOST: 'nobody.invalid' },
      /^INTERNAL_HOST, INTERNAL_PORT: cannot listen at nobody\.invalid:0, nobody knows this name$/,
    ],
    ['cards', { AIS_PIS_INTERNAL_URL: '' }, /^AIS_PIS_INTERNAL_URL is not set/],
    ['cards', { KEYS_DIR: tmpdir() }, /^KEYS_DIR .* has no cards\.private\.jwk\.json/],
  ] as const)(
    '%s with %j names the setting',
    async (service, wrong, said) => {
      const { code, message } = await refusal(service, { ...good(service), ...wrong });
      expect({ code, message }).toEqual({ code: 1, message: expect.stringMatching(said) as string });
    },
    60_000,
  );
});
