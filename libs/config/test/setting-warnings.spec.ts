import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  allSettingWarnings,
  editDistance,
  halfSet,
  IsHttpUrl,
  IsOneOf,
  IsWholeNumber,
  onlyWith,
  Setting,
  settingCatalogue,
  settingWarnings,
  type CataloguedSetting,
  type SettingNeed,
} from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

class Checks {
  @Setting('Where.') @IsOptional() @IsHttpUrl() readonly checkUrl?: string;
  @Setting('How long.', onlyWith('CHECK_URL')) @IsWholeNumber(1, 60) readonly checkSeconds: number = 30;
  @Setting('Who.', { needs: [{ anyOf: ['CHECK_URL', 'CHECKER=yes'], value: 'other', otherwise: 'nothing is checked' }] })
  @IsOneOf(['own', 'other'])
  readonly checker: string = 'own';
}
const texts = (environment: NodeJS.ProcessEnv): string[] => settingWarnings([Checks], environment).map(({ text }) => text);

describe('a setting that is set by half', () => {
  it('is warned of by names, and not where what it needs is set, or where it has its default', () => {
    expect(texts({ CHECK_SECONDS: '5' })).toEqual(['CHECK_SECONDS is set without CHECK_URL: it has no effect']);
    expect(texts({ CHECK_SECONDS: '5', CHECK_URL: 'https://bank.example' })).toEqual([]);
    expect(texts({ CHECK_SECONDS: '30' })).toEqual([]);
    expect(texts({ CHECK_SECONDS: '' })).toEqual([]);
    expect(texts({ CHECKER: 'other' })).toEqual(['CHECKER=other is set without CHECK_URL or CHECKER=yes: nothing is checked']);
    expect(texts({ CHECKER: 'other', CHECK_URL: 'https://bank.example' })).toEqual([]);
    expect(texts({ CHECKER: 'own' })).toEqual([]);
  });

  it('may be read from a file, and so may what it needs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'setting-warnings-'));
    const file = (content: string): string => {
      const path = join(folder, content.replaceAll(/\W/g, ''));
      writeFileSync(path, content);
      return path;
    };
    const seconds = { CHECK_SECONDS_FILE: file('7') };
    expect(texts(seconds)).toHaveLength(1);
    expect(texts({ ...seconds, CHECK_URL_FILE: file('https://bank.example') })).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

/** A value that is not the default: what a class makes of it does not matter here. */
const other = ({ defaultText }: CataloguedSetting, { value }: SettingNeed): string => value ?? (defaultText === '7' ? '8' : '7');
const environmentOf = (need: string): NodeJS.ProcessEnv => {
  const [variable, value = 'x'] = need.split('=') as [string, string?];
  return { [variable]: value };
};
const pairs = settingCatalogue.flatMap((setting) =>
  (setting.needs ?? []).map((need) => [`${setting.variable}, which needs ${need.anyOf.join(' or ')},`, setting, need] as const),
);

describe('all settings that need another one', () => {
  it('are the ones that the classes declare', () => {
    expect(new Set(pairs.map(([, { variable }]) => variable)).size).toBeGreaterThan(40);
  });

  it.each(pairs)('%s warns alone, and not with it', (_, setting, need) => {
    const warned = (environment: NodeJS.ProcessEnv): boolean =>
      halfSet([{ ...setting, needs: [need] }], (variable) => environment[variable]).length === 1;
    const half = { [setting.variable]: other(setting, need) };
    expect(warned(half)).toBe(true);
    for (const one of need.anyOf) expect([one, warned({ ...half, ...environmentOf(one) })]).toEqual([one, false]);
  });

  it('name only settings that exist', () => {
    const known = new Set(settingCatalogue.map(({ variable }) => variable));
    expect(pairs.flatMap(([, , { anyOf }]) => anyOf.map((one) => one.split('=')[0]!)).filter((one) => !known.has(one))).toEqual([]);
  });
});

describe('a variable that is no setting', () => {
  const misspelled = (...names: string[]): string[] =>
    settingWarnings([], Object.fromEntries(names.map((name) => [name, 'secret-value']))).map(({ text }) => text);

  it('is named with the setting that it resembles, without its value', () => {
    const said = misspelled('LEDGR', 'CORE_ULR', 'TIMEZONE', 'base_url', 'VALKEY_SENTINEL_PASWORD', 'EXECUTION_CHECK_URLL_FILE');
    expect(said).toEqual(
      ['LEDGER', 'CORE_URL', 'TIME_ZONE', 'BASE_URL', 'VALKEY_SENTINEL_PASSWORD', 'EXECUTION_CHECK_URL_FILE'].map((meant) =>
        expect.stringMatching(new RegExp(` is not a setting, and is not used: is ${meant} meant\\?$`)),
      ),
    );
    expect(said.join()).not.toContain('secret-value');
  });

  it('is named where it begins as the settings of one part do', () => {
    expect(misspelled('EXECUTION_CHECK_RETRIES')).toEqual([
      'EXECUTION_CHECK_RETRIES is not a setting, and is not used (docs/settings.md lists them)',
    ]);
  });

  it('is not named where it belongs to something else', () => {
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'LOGNAME',
      'PWD',
      'USER',
      'SHELL',
      'TERM',
      'NODE_ENV',
      'WEB_CONCURRENCY',
      'OTEL_SERVICE_NAME',
    ];
    const ofCluster = ['CARDS_SERVICE_HOST', 'CARDS_PORT', 'CARDS_PORT_8080_TCP_ADDR', 'AIS_PIS_SERVICE_PORT_HTTP'];
    expect(misspelled(...others, ...ofCluster)).toEqual([]);
    expect(settingWarnings([], { LEDGR: '' })).toEqual([]);
    expect(misspelled(...settingCatalogue.flatMap(({ variable }) => [variable, `${variable}_FILE`]))).toEqual([]);
  });
});

describe('the settings that are set', () => {
  it('are reported as unused where no program of a bank reads them', () => {
    const environment = { TERM_WARNING_MONTHS: '200', CONSENT_DAYS: '90' };
    expect(allSettingWarnings(environment, ['services', 'ais-pis']).map(({ text }) => text)).toEqual([
      'TERM_WARNING_MONTHS is set and not used: only loan-services would read it',
    ]);
    expect(allSettingWarnings(environment, ['services', 'ais-pis', 'loan-services'])).toEqual([]);
  });
});

describe('the mistakes between two names', () => {
  it.each([
    ['LEDGER', 'LEDGER', 0],
    ['LEDGR', 'LEDGER', 1],
    ['CORE_ULR', 'CORE_URL', 1],
    ['BASE_URI', 'BASE_URL', 1],
    ['KEYS', 'LEDGER', undefined],
  ])('from %s to %s are %s', (from, to, mistakes) => {
    expect(editDistance(from, to, 2)).toBe(mistakes);
    expect(editDistance(to, from, 2)).toBe(mistakes);
  });
});
