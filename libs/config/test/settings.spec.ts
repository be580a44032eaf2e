import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  faultsOfSet,
  IsBankCodeList,
  IsFlag,
  IsHost,
  IsHttpUrl,
  IsNetworkList,
  IsPostgresUrl,
  IsReadableFile,
  IsReadableFolder,
  IsText,
  IsTimeZone,
  IsWholeNumber,
  readAllSettings,
  readSettings,
  renamedSettings,
  Setting,
  settingsOf,
  variableOf,
} from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

class Settings {
  @Setting('Where the service listens.') @IsWholeNumber(1, 65_535) readonly port: number = 8080;
  @Setting('How long one statement may run.') @IsWholeNumber(100, 60_000) readonly statementTimeoutMs!: number;
  @Setting('The database.') @IsPostgresUrl() readonly databaseUrl!: string;
  @Setting('The name of the bank.') @IsText() readonly bankName: string = 'Demo Bank';
  @Setting('Whether this is a sandbox.') @IsFlag() readonly sandbox: boolean = false;
  @Setting('Whose X-Forwarded-For is trusted.') @IsNetworkList() readonly trustedProxies: readonly string[] = [];
}
class Formed {
  @Setting('Where.') @IsHost() readonly host: string = '127.0.0.1';
  @Setting('Who.') @IsNetworkList() readonly proxies: readonly string[] = [];
  @Setting('When.') @IsTimeZone() readonly timeZone: string = 'UTC';
  @Setting('Which.') @IsOptional() @IsReadableFile() readonly list?: string;
  @Setting('Where.') @IsOptional() @IsReadableFolder() readonly folder?: string;
  @Setting('Whose.') @IsBankCodeList() readonly codes: readonly string[] = [];
  @Setting('Home.') @IsOptional() @IsHttpUrl() readonly home?: string;
}
class RenamedOnes {
  @Setting('How many.', { previousVariable: 'MOST_THINGS' }) @IsWholeNumber(1, 9) readonly maxThings: number = 5;
  @Setting('Where.', { previousVariable: 'PLACE' }) @IsOptional() @IsHost() readonly host?: string;
}
const given = { DATABASE_URL: 'postgres://localhost/cards/', STATEMENT_TIMEOUT_MS: '2000' };
const refusal = (environment: NodeJS.ProcessEnv): string => {
  try {
    readSettings(Settings, environment);
  } catch (error) {
    return (error as Error).message;
  }
  return '';
};

describe('settings', () => {
  it('are read from the environment, or have their defaults', () => {
    expect(readSettings(Settings, given)).toEqual({
      port: 8080,
      statementTimeoutMs: 2000,
      databaseUrl: 'postgres://localhost/cards',
      bankName: 'Demo Bank',
      sandbox: false,
      trustedProxies: [],
    });
    expect(readSettings(Settings, { ...given, PORT: '1', SANDBOX: '1', TRUSTED_PROXIES: '10.0.0.1, ::1,', BANK_NAME: '' })).toMatchObject({
      port: 1,
      sandbox: true,
      trustedProxies: ['10.0.0.1', '::1'],
      bankName: 'Demo Bank',
    });
  });

  it('report everything missing or malformed at once, by the name of the variable', () => {
    expect(refusal({ PORT: '0', SANDBOX: 'yes' }).split('\n')).toEqual([
      'PORT must be a whole number from 1 to 65535: Where the service listens.',
      'STATEMENT_TIMEOUT_MS is not set: How long one statement may run.',
      'DATABASE_URL is not set: The database.',
      'SANDBOX must be 1 or 0: Whether this is a sandbox.',
    ]);
  });

  it.each(['', ' 1', '-1', '1.5', '1e3', '0x10', '65536', 'abc'])('refuse %j as a port', (port) => {
    if (port === '') expect(readSettings(Settings, { ...given, PORT: port }).port).toBe(8080);
    else expect(refusal({ ...given, PORT: port })).toContain('PORT must be');
  });

  it('can be read from files, like secrets; an empty file counts as no value', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'url');
    writeFileSync(file, 'postgres://db/cards\n');
    expect(readSettings(Settings, { STATEMENT_TIMEOUT_MS: '2000', DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://db/cards');
    writeFileSync(file, '\n');
    expect(refusal({ STATEMENT_TIMEOUT_MS: '2000', DATABASE_URL_FILE: file })).toContain('DATABASE_URL is not set');
    expect(refusal({ ...given, DATABASE_URL_FILE: '/nowhere/url' })).toContain(
      'DATABASE_URL_FILE names a file that cannot be read: /nowhere/url',
    );
  });

  it('name and show a malformed value', () => {
    const good = {
      HOST: '::1',
      PROXIES: '10.0.0.0/8,fd00::/8,127.0.0.1',
      TIME_ZONE: 'Europe/Berlin',
      LIST: import.meta.filename,
      FOLDER: import.meta.dirname,
      CODES: 'IL097,DE99056780',
      HOME: 'https://bank.example/',
    };
    expect(readSettings(Formed, good)).toMatchObject({ proxies: ['10.0.0.0/8', 'fd00::/8', '127.0.0.1'], home: 'https://bank.example' });
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
      expect(() => readSettings(Formed, { ...good, [name]: value })).toThrow(new RegExp(`^${name} must be .*$`));
    expect(() => readSettings(Formed, { ...good, PROXIES: '10.0.0.1,10.0.0.0/33' })).toThrow(
      'PROXIES must be IP addresses or networks (CIDR), separated by commas or blanks, not "10.0.0.0/33": Who.',
    );
  });

  it('of several classes are read together, and a shared fault is reported once', () => {
    class Others extends Formed {
      @Setting('How many.') @IsWholeNumber(1, 9) readonly count!: number;
    }
    const [formed, others] = readAllSettings([Formed, Others], { COUNT: '3', HOST: '::1' });
    expect(formed).toBeInstanceOf(Formed);
    expect([formed.host, others.host, others.count]).toEqual(['::1', '::1', 3]);
    expect(() => readAllSettings([Formed, Others], { COUNT: '0', HOST: '!' })).toThrow(
      /^HOST must be an IP address or a host name, not "!": Where\.\nCOUNT must be a whole number from 1 to 9: How many\.$/,
    );
  });

  it('are reported together with what is wrong in the files that they name', () => {
    const readers = {
      list: (file: string) => {
        if (file === import.meta.filename) throw new Error('LIST: line 1 is wrong\nLIST: line 2 is wrong');
      },
    };
    const read = (environment: NodeJS.ProcessEnv) => () => readAllSettings([Formed], environment, readers);
    expect(read({ LIST: import.meta.filename, HOST: '!' })).toThrow(/^HOST must be .*\nLIST: line 1 is wrong\nLIST: line 2 is wrong$/);
    // A file that cannot be read is not read.
    expect(read({ LIST: '/nowhere' })).toThrow(/^LIST must be a file that can be read[^\n]*$/);
    const other = join(mkdtempSync(join(tmpdir(), 'settings-')), 'list');
    writeFileSync(other, '');
    expect(read({ LIST: other })()[0].list).toBe(other);
    expect(read({})()[0].list).toBeUndefined();
  });

  it('that were renamed are also read by their previous names, in files too, which is reported', () => {
    const values = (environment: NodeJS.ProcessEnv) => ({ ...readSettings(RenamedOnes, environment) });
    const renamed = (environment: NodeJS.ProcessEnv) => renamedSettings([RenamedOnes, RenamedOnes, Settings], environment);
    const things = { variable: 'MAX_THINGS', previousVariable: 'MOST_THINGS' };
    expect([values({}), renamed({})]).toEqual([{ maxThings: 5 }, []]);
    expect([values({ MAX_THINGS: '3' }), renamed({ MAX_THINGS: '3' })]).toEqual([{ maxThings: 3 }, []]);
    expect([values({ MOST_THINGS: '3' }), renamed({ MOST_THINGS: '3' })]).toEqual([{ maxThings: 3 }, [things]]);
    expect(values({ MOST_THINGS: '3', MAX_THINGS: '3' })).toEqual({ maxThings: 3 });
    expect(renamed({ MOST_THINGS: '3', MAX_THINGS: '3' })).toEqual([things]);
    expect(values({ PLACE: 'db', MOST_THINGS: '' })).toEqual({ maxThings: 5, host: 'db' });
    const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'things');
    writeFileSync(file, '7\n');
    expect([values({ MOST_THINGS_FILE: file }), renamed({ MOST_THINGS_FILE: file })]).toEqual([{ maxThings: 7 }, [things]]);
    expect(values({ MOST_THINGS_FILE: file, MAX_THINGS: '7' })).toEqual({ maxThings: 7 });
  });

  it('that were renamed are refused where both names have different values, and by the name that was set', () => {
    const faults = (environment: NodeJS.ProcessEnv) => {
      const set = faultsOfSet([RenamedOnes], environment);
      if (set.length === 0) readSettings(RenamedOnes, environment);
      else expect(() => readSettings(RenamedOnes, environment)).toThrow(set.join('\n'));
      return set;
    };
    const both = ['MAX_THINGS and MOST_THINGS, its previous name, have different values: set only MAX_THINGS'];
    expect(faults({ MAX_THINGS: '3', MOST_THINGS: '4' })).toEqual(both);
    expect(faults({ MAX_THINGS: '3', MOST_THINGS: '3' })).toEqual([]);
    expect(faults({ MOST_THINGS: '10' })).toEqual(['MOST_THINGS must be a whole number from 1 to 9: How many.']);
    expect(faults({ MOST_THINGS_FILE: '/nowhere/things' })).toEqual(['MOST_THINGS_FILE names a file that cannot be read: /nowhere/things']);
  });

  it('describe themselves for the documentation', () => {
    expect(settingsOf(Settings).slice(0, 3)).toEqual([
      {
        name: 'port',
        variable: 'PORT',
        about: 'Where the service listens.',
        form: 'a whole number from 1 to 65535',
        required: false,
        default: 8080,
      },
      expect.objectContaining({ variable: 'STATEMENT_TIMEOUT_MS', required: true, default: undefined }),
      expect.objectContaining({
        variable: 'DATABASE_URL',
        required: true,
        form: expect.stringMatching(/^a URL such as postgres:/) as string,
      }),
    ]);
    expect(settingsOf(Formed).at(-1)).toMatchObject({ variable: 'HOME', required: false, default: undefined });
    expect(settingsOf(RenamedOnes)[0]).toMatchObject({ variable: 'MAX_THINGS', previousVariable: 'MOST_THINGS' });
  });

  it('are named in upper case', () => {
    expect(['port', 'statementTimeoutMs', 'databaseUrl'].map(variableOf)).toEqual(['PORT', 'STATEMENT_TIMEOUT_MS', 'DATABASE_URL']);
  });
});
