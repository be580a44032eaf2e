import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { operations, services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { Scrape } from './scrape.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/metrics.md', import.meta.url)), 'utf8');
/** Metrics that exist only with a setting that the bank of the tests does not have. */
const conditional = [
  'openbank_plan_loaded_timestamp_seconds',
  'openbank_plan_refused',
  'openbank_register_standings',
  'openbank_limit_store_up',
  'openbank_limit_store_away_decisions_total',
  'openbank_database_reads_total',
  'openbank_standby_lag_seconds',
  'openbank_customer_pages_help',
];
const ofProcess = /^openbank_(process|nodejs)_/;
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe('the metrics of the services', () => {
  const bank = runningBank(services);
  const scrapes = () => Promise.all(services.map((service) => Scrape.of(bank, service)));

  it('have the prefix openbank_, and are the ones that docs/metrics.md lists', async () => {
    const names = new Set((await scrapes()).flatMap((scrape) => scrape.names));
    const listed = [...page.split('\n## Gateway')[0]!.matchAll(/^\| `(openbank_\w+)` \|/gm)].map(([, name]) => name!);
    expect([...names].filter((name) => !name.startsWith('openbank_'))).toEqual([]);
    expect([...names].filter((name) => ofProcess.test(name)).length).toBeGreaterThan(20);
    expect([...names].filter((name) => !ofProcess.test(name)).sort()).toEqual(listed.filter((name) => !conditional.includes(name)).sort());
    expect(listed).toEqual(expect.arrayContaining(conditional));
  });

  it('count a request of each of the operations under its name', async () => {
    const sent = operations.map(({ method, path }) => bank.anonymous.send(method, path.replaceAll(/\{[^}]+\}/g, '1')));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    const counted = await scrapes();
    const missing = operations.filter(({ id, service }, at) => {
      const labels = { operation: id, status: String(statuses[at]), caller: 'address' };
      return !counted[services.indexOf(service)]!.sum('openbank_request_duration_seconds_count', labels);
    });
    expect(operations.length).toBeGreaterThan(40);
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  if (hasPromtool) {
    it.each(services)("of %s follow Prometheus' conventions (promtool check metrics)", async (service) => {
      const { text } = await Scrape.of(bank, service);
      const { stderr, stdout, status } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
      expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
    });
  } else console.warn('promtool is not on the PATH: the conventions of metric names are not tested.');
});
