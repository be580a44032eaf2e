import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flag, forms, integer, list, readSettings, text, url, variableOf } from '@open-banking/config';

const settings = {
  port: integer('Where the service listens.', { default: 8080, min: 1, max: 65_535 }),
  statementTimeoutMs: integer('How long one statement may run.', { min: 100, max: 60_000 }),
  databaseUrl: url('The database.', { protocols: ['postgres'] }),
  bankName: text('The name of the bank.', { default: 'Demo Bank' }),
  sandbox: flag('Whether this is a sandbox.'),
  trustedProxies: list('Whose X-Forwarded-For is believed.'),
};
const given = { DATABASE_URL: 'postgres://localhost/cards/', STATEMENT_TIMEOUT_MS: '2000' };
const refusal = (environment: NodeJS.ProcessEnv): string => {
  try {
    readSettings(settings, environment);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('settings', () => {
  it('come from the environment, or are their defaults', () => {
    expect(readSettings(settings, given)).toEqual({
      port: 8080,
      statementTimeoutMs: 2000,
      databaseUrl: 'postgres://localhost/cards',
      bankName: 'Demo Bank',
      sandbox: false,
      trustedProxies: [],
    });
    expect(readSettings(settings, { ...given, PORT: '1', SANDBOX: '1', TRUSTED_PROXIES: '10.0.0.1, ::1,', BANK_NAME: '' })).toMatchObject({
      port: 1,
      sandbox: true,
      trustedProxies: ['10.0.0.1', '::1'],
      bankName: 'Demo Bank',
    });
  });

  it('say all that is missing or malformed at once, by the name of the variable', () => {
    expect(refusal({ PORT: '0', SANDBOX: 'yes' }).split('\n')).toEqual([
      'PORT must be a whole number from 1 to 65535: Where the service listens.',
      'STATEMENT_TIMEOUT_MS is not set: How long one statement may run.',
      'DATABASE_URL is not set: The database.',
      'SANDBOX must be 1 or 0: Whether this is a sandbox.',
    ]);
  });

  it.each(['', ' 1', '-1', '1.5', '1e3', '0x10', '65536', 'abc'])('take no %j for a port', (port) => {
    if (port === '') expect(readSettings(settings, { ...given, PORT: port }).port).toBe(8080);
    else expect(refusal({ ...given, PORT: port })).toContain('PORT must be');
  });

  it('can be read from files, as secrets are; an empty file is as none', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'url');
    writeFileSync(file, 'postgres://db/cards\n');
    expect(readSettings(settings, { STATEMENT_TIMEOUT_MS: '2000', DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://db/cards');
    writeFileSync(file, '\n');
    expect(refusal({ STATEMENT_TIMEOUT_MS: '2000', DATABASE_URL_FILE: file })).toContain('DATABASE_URL is not set');
    expect(refusal({ ...given, DATABASE_URL_FILE: '/nowhere/url' })).toContain(
      'DATABASE_URL_FILE names a file that cannot be read: /nowhere/url',
    );
  });

  it('name what is wrong, and show it, where their text has a form', () => {
    const formed = {
      host: text('Where.', { default: '127.0.0.1', form: forms.host }),
      proxies: list('Who.', { form: forms.network }),
      timeZone: text('When.', { default: 'UTC', form: forms.timeZone }),
      list: text('Which.', { required: false, form: forms.file }),
      folder: text('Where.', { required: false, form: forms.folder }),
      codes: list('Whose.', { form: forms.bankCode }),
      home: url('Home.', { required: false }),
    };
    const good = {
      HOST: '::1',
      PROXIES: '10.0.0.0/8,fd00::/8,127.0.0.1',
      TIME_ZONE: 'Europe/Berlin',
      LIST: import.meta.filename,
      FOLDER: import.meta.dirname,
      CODES: 'IL097,DE99056780',
      HOME: 'https://bank.example/',
    };
    expect(readSettings(formed, good)).toMatchObject({ proxies: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'], home: 'https://bank.example' });
    const bad = {
      HOST: 'no host',
      PROXIES: '10.0.0.1,10.0.0.0/33',
      TIME_ZONE: 'Mars/Olympus',
      LIST: '/nowhere',
      FOLDER: import.meta.filename,
      CODES: 'il',
      HOME: 'postgres://bank',
    };
    for (const [name, value] of Object.entries(bad))
      expect(() => readSettings(formed, { ...good, [name]: value })).toThrow(new RegExp(`^${name} must be .*$`));
    expect(() => readSettings(formed, { ...good, PROXIES: '10.0.0.1,10.0.0.0/33' })).toThrow(
      'PROXIES must be IP addresses or networks (CIDR), separated by commas, not "10.0.0.0/33": Who.',
    );
  });

  it('are named in capitals', () => {
    expect(['port', 'statementTimeoutMs', 'databaseUrl'].map(variableOf)).toEqual(['PORT', 'STATEMENT_TIMEOUT_MS', 'DATABASE_URL']);
  });
});
