import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readAllSettings, readSettings, ServiceSettings, settingsOf, variableOf, type SettingsClass } from '@open-banking/config';
import { runningBank } from '@open-banking/testing';
import { compileCacheOf } from '@open-banking/testing/bank';
import { services, type Service } from '@open-banking/spec';

interface Fault {
  readonly service: string;
  readonly event: string;
  readonly message: string;
}

// Not a valid number, URL, host, address, file or choice.
const bad = '/no where!/';
/** Any text is a valid name. */
const free = ['BANK_NAME', 'VALKEY_SENTINEL_PASSWORD', 'DEMO_CUSTOMERS_FILE', 'CERTIFICATE_SIGNER_TOKEN'];

/** Starts a service that cannot start, and reads its log. */
async function logOfFailedStart(
  service: Service,
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number; lines: (Fault & { level: string })[] }> {
  const program = fileURLToPath(new URL(`../../apps/${service}/dist/bundle/main.js`, import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCacheOf(service), ...environment },
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
    .map((line) => JSON.parse(line) as Fault & { level: string });
  return { code, lines };
}

/** The error of a service that cannot start. */
async function refusal(service: Service, environment: NodeJS.ProcessEnv): Promise<Fault & { code: number }> {
  const { code, lines } = await logOfFailedStart(service, environment);
  return { code, ...lines.find(({ level }) => level === 'fatal')! };
}

const ownSettings = async (service: Service): Promise<readonly SettingsClass[]> =>
  ((await import(`@open-banking/${service}/controllers`)) as { settings?: readonly SettingsClass[] }).settings ?? [];
const faultLines = (shape: SettingsClass, environment: NodeJS.ProcessEnv): string[] => {
  try {
    readSettings(shape, environment);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

describe.each(services)('%s', (service) => {
  it('names each invalid setting and the expected value', async () => {
    for (const shape of [ServiceSettings, ...(await ownSettings(service))]) {
      const facts = settingsOf(shape).filter(({ variable }) => !free.includes(variable));
      expect(facts.length).toBeGreaterThan(0);
      for (const { variable, form, about } of facts) {
        expect(form).not.toBe('');
        expect(about).toMatch(/^[A-Z].*\.$/);
        expect(faultLines(shape, { [variable]: bad })).toContainEqual(expect.stringMatching(new RegExp(`^${variable} must be .+: .+$`)));
        expect(faultLines(shape, { [`${variable}_FILE`]: '/nowhere/at/all' })).toContain(
          `${variable}_FILE names a file that cannot be read: /nowhere/at/all`,
        );
      }
    }
  });
});

it('settings of issuers and of those that write are among those', async () => {
  const variables = async (service: Service) => (await ownSettings(service)).flatMap(settingsOf).map(({ variable }) => variable);
  for (const service of ['ais-pis', 'mandates'] as const)
    expect(await variables(service)).toEqual(expect.arrayContaining(['BANK_NAME', 'CODE_SECONDS', 'ANSWER_DAYS', 'JOB_CONCURRENCY']));
});

describe('a service that cannot start', () => {
  const bank = runningBank(services);
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

  it('reports all invalid settings in one line of JSON', async () => {
    const names = settingsOf(ServiceSettings)
      .map(({ variable }) => variable)
      .filter((variable) => !free.includes(variable));
    const { code, message, ...rest } = await refusal('cards', Object.fromEntries(names.map((name) => [name, bad])));
    expect({ code, ...rest }).toMatchObject({ code: 1, service: 'cards', event: 'cannot start' });
    expect(message.split('\n').map((line) => line.split(' must be ', 1)[0])).toEqual(names);
  });

  it('says all that is wrong at once, whichever part of the service needs the setting', async () => {
    const wrong = { PORT: '-1', CONSENT_DAYS: '0', SECOND_APPROVAL_DAYS: '91', BANK_CODES: 'il', CODE_SECONDS: '1', JOB_CONCURRENCY: '0' };
    const { message } = await refusal('ais-pis', { ...good('ais-pis'), ...wrong });
    expect(
      message
        .split('\n')
        .map((line) => line.split(' must be ', 1)[0])
        .sort(),
    ).toEqual(Object.keys(wrong).sort());
  });

  it('reports at start each setting that is set by its previous name, once', async () => {
    // The service stops after its settings are read.
    const elsewhere = { ...good('ais-pis'), HOST: '192.0.2.1' };
    const renamed = async (environment: NodeJS.ProcessEnv) => {
      const { lines } = await logOfFailedStart('ais-pis', { ...elsewhere, ...environment });
      return lines.filter(({ event }) => event === 'setting renamed');
    };
    const reported = await renamed({ MOST_OPEN_PAYMENTS: '5', MOST_REFERENCES: '7', MAX_REFERENCES: '7' });
    expect(reported.map(({ level }) => level)).toEqual(['warn', 'warn']);
    expect(reported.map(({ message }) => message).sort()).toEqual([
      'MOST_OPEN_PAYMENTS is now MAX_OPEN_PAYMENTS; the old name works in this release only',
      'MOST_REFERENCES is now MAX_REFERENCES; the old name works in this release only',
    ]);
    expect(await renamed({ MAX_OPEN_PAYMENTS: '5' })).toEqual([]);
    const { code, message } = await refusal('ais-pis', { ...elsewhere, MOST_OPEN_PAYMENTS: '5', MAX_OPEN_PAYMENTS: '6' });
    expect({ code, message }).toEqual({
      code: 1,
      message: 'MAX_OPEN_PAYMENTS and MOST_OPEN_PAYMENTS, its previous name, have different values: set only MAX_OPEN_PAYMENTS',
    });
  });

  it('warns at start of settings that have no effect, and of names that look misspelled', async () => {
    const elsewhere = { ...good('cards'), HOST: '192.0.2.1' };
    const warned = async (environment: NodeJS.ProcessEnv) => {
      const { lines } = await logOfFailedStart('cards', { ...elsewhere, ...environment });
      return lines.filter(({ event }) => event === 'setting without effect').map(({ level, message }) => `${level}: ${message}`);
    };
    const fault = { VALKEY_AWAY_READS: 'refuse', LOG_LEVLE: 'info' };
    expect(await warned(fault)).toEqual([
      'warn: VALKEY_AWAY_READS is set without VALKEY_URL: it has no effect',
      'warn: LOG_LEVLE is not a setting, and is not used: is LOG_LEVEL meant?',
    ]);
    expect(await warned({ VALKEY_AWAY_READS: 'refuse', VALKEY_URL: 'valkey://127.0.0.1:1', LOG_LEVEL: 'info' })).toEqual([]);
  });

  it.each([
    ['ais-pis', { BANK_CODES: 'IL097,il' }, /^BANK_CODES must be .*, not "il": /],
    ['ais-pis', { CONSENT_DAYS: '0' }, /^CONSENT_DAYS must be a whole number from 1 to 3650/],
    ['mandates', { INTERACTION_MINUTES: 'long' }, /^INTERACTION_MINUTES must be /],
    ['loan-services', { TERM_WARNING_MONTHS: '-1' }, /^TERM_WARNING_MONTHS must be /],
    ['mandates', { CUSTOMER_ALERTS_URL: 'https://bank.example', CUSTOMER_ALERT_CHANNELS: 'sms' }, /^CUSTOMER_ALERT_CHANNELS must be /],
  ] as const)('%s with %j names the setting', async (service, wrong, said) => {
    const shapes = [ServiceSettings, ...(await ownSettings(service))];
    expect(() => readAllSettings(shapes, { ...good(service), ...wrong })).toThrow(said);
    expect(() => readAllSettings(shapes, good(service))).not.toThrow();
  });

  // What is found only where a service starts.
  it.each([
    ['ais-pis', { CUSTOMER_ALERT_CHANNELS: 'app' }, /^CUSTOMER_ALERTS_URL is not set: /],
    ['mandates', { CUSTOMER_ALERT_CHANNELS: 'app' }, /^CUSTOMER_ALERTS_URL is not set: /],
    ['cards', { HOST: '192.0.2.1' }, /^HOST, PORT: cannot listen at 192\.0\.2\.1:0, this machine has no such address$/],
    [
      'cards',
      { INTERNAL_HOST: 'nobody.invalid' },
      /^INTERNAL_HOST, INTERNAL_PORT: cannot listen at nobody\.invalid:0, nobody knows this name$/,
    ],
    ['cards', { AIS_PIS_INTERNAL_URL: '' }, /^AIS_PIS_INTERNAL_URL is not set/],
    ['cards', { KEYS_DIR: tmpdir() }, /^KEYS_DIR .* has no cards\.private\.jwk\.json/],
  ] as const)('%s with %j names the setting', async (service, wrong, said) => {
    const { code, message } = await refusal(service, { ...good(service), ...wrong });
    expect({ code, message }).toEqual({ code: 1, message: expect.stringMatching(said) as string });
  });
});
