import { settingsOfCommand, settingsOfService } from '../src/operator/doctor/setting-checks.js';

describe('openbank doctor', () => {
  it('repeats what a service warns of its settings, and finds a service without warnings in order', () => {
    const metric = 'openbank_setting_warnings';
    const text = 'CORE_URL is set without LEDGER=core: it has no effect';
    const warned = settingsOfService(
      'ais-pis',
      `# HELP ${metric} One.\n${metric}{variable="CORE_URL",text="${text}",service="ais-pis"} 1\n`,
    );
    expect(warned).toEqual([expect.objectContaining({ check: 'settings', subject: 'ais-pis', status: 'warning', text })]);
    expect(settingsOfService('cards', `# HELP ${metric} One.\n`)).toEqual([expect.objectContaining({ subject: 'cards', status: 'ok' })]);
  });

  it('names settings of its own environment that only a service reads which the bank does not run', async () => {
    const environment = { TERM_WARNING_MONTHS: '200', PATH: '/bin' };
    const [found, ...others] = await settingsOfCommand(['ais-pis', 'cards'], environment);
    expect(found).toMatchObject({ status: 'warning', text: 'TERM_WARNING_MONTHS is set and not used: only loan-services would read it' });
    expect(others).toEqual([]);
    expect(await settingsOfCommand(['ais-pis', 'cards', 'loan-services'], environment)).toEqual([]);
  });
});
