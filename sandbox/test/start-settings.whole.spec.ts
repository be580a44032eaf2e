import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { services } from '@open-banking/spec';
import { openDataFolder } from '@open-banking/installation/data-folder';
import { npmStart } from './npm-start.js';

describe('npm start with invalid settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-start-settings-'));
  const dataDir = join(folder, 'data');
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** What is said by a start that is refused, without having made anything. */
  const refused = async (settings: NodeJS.ProcessEnv): Promise<string[]> => {
    const start = npmStart({ HOME: folder, PORT: '0', DATA_DIR: dataDir, ...settings });
    expect(await start.ended).toBe(1);
    expect(existsSync(dataDir)).toBe(false);
    return start.said().trim().split('\n');
  };
  const named = (lines: readonly string[]): string[] => lines.map((line) => line.split(' must be ', 1)[0]!).sort();

  it('names each invalid setting of the services, in their words, before it makes anything', async () => {
    const wrong = { SECURITY_CONTACT: 'nonsense', AUDIT_MONTHS: 'abc', LOG_LEVEL: 'loud' };
    expect(named(await refused(wrong))).toEqual(['AUDIT_MONTHS', 'LOG_LEVEL', 'SECURITY_CONTACT']);
    // A folder that was there before stays.
    const { path, keys, ca, demoBank, urls } = openDataFolder(join(folder, 'made'));
    expect(await npmStart({ HOME: folder, PORT: '0', DATA_DIR: path, LOG_LEVEL: 'loud' }).ended).toBe(1);
    expect([keys, ca, demoBank, urls].flatMap((one) => readdirSync(one))).toEqual([]);
    expect(readdirSync(path)).not.toContain('database');
  });

  it('names each invalid setting', async () => {
    const wrong = {
      PORT: 'eighty',
      BASE_URL: 'bank',
      TLS_PORT: '-1',
      PROFILE: 'fapi3',
      DATABASE_URL: 'mysql://bank',
      TIME_ZONE: 'Mars/Olympus',
      CUSTOMERS: '0',
    };
    const said = await refused(wrong);
    expect(said[0]).toMatch(/^PORT must be a whole number from 0 to 65535/);
    expect(named(said)).toEqual(Object.keys(wrong).sort());
    const urls = services.map((service) => [`${service.toUpperCase().replaceAll('-', '_')}_DATABASE_URL`, 'postgres://127.0.0.1/x']);
    const [perService] = await refused({ ...Object.fromEntries(urls), CARDS_DATABASE_URL: 'cards' });
    expect(perService).toMatch(/^CARDS_DATABASE_URL must be a URL/);
  });

  it('names its own, those of the services and those of traces together, each once', async () => {
    const wrong = {
      CUSTOMERS: 'x',
      CARDS_DATABASE_URL: 'cards',
      OTEL_TRACES_SAMPLER_ARG: 'often',
      POOL_SIZE: '0',
      TIME_ZONE: 'Mars/Olympus',
      LOG_LEVEL: 'loud',
      SECURITY_CONTACT: 'nonsense',
    };
    expect(named(await refused(wrong))).toEqual(Object.keys(wrong).sort());
  });

  it('names what is wrong in the files that settings name, before it makes anything', async () => {
    const writeJson = (name: string, content: unknown): string => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify(content));
      return file;
    };
    const files = {
      PLAN_FILE: writeJson('plan.json', { classes: { wriet: { day: 1 } } }),
      PAYMENT_PRODUCTS_FILE: writeJson('products.json', { 'sepa-credit-transfers': {} }),
      THEME_FILE: writeJson('theme.json', { bankNam: 'Bank' }),
    };
    const said = await refused({ ...files, POOL_SIZE: '0' });
    for (const [variable, file] of Object.entries(files)) expect(said.join('\n')).toContain(`${variable} ${file}: `);
    expect(said.filter((line) => line.startsWith('PLAN_FILE'))).toEqual([expect.stringContaining('classes.wriet')]);
    expect(said.filter((line) => line.startsWith('POOL_SIZE'))).toHaveLength(1);
    expect(new Set(said.map((line) => line.split(' ', 1)[0]))).toEqual(new Set([...Object.keys(files), 'POOL_SIZE']));
  });
});
