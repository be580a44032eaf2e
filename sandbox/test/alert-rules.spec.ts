import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from '@open-banking/spec';
import { runningBank } from '@open-banking/testing';
import { headingAnchors } from './heading-anchors.js';
import { Scrape } from './scrape.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const prometheus = join(root, 'deploy/prometheus');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const rules = read('deploy/prometheus/rules.yml');
const page = read('docs/metrics.md');

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}
const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as Dashboard;
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

/** Every alert with its lines. */
const alerts = rules
  .split(/^ {6}- /m)
  .filter((block) => block.startsWith('alert: '))
  .map((block) => ({ name: /^alert: (\w+)/.exec(block)![1]!, block }));

/** The metrics of an expression; names with a colon are recorded by the rules themselves. */
const metricsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![\w:])openbank_\w+(?![\w:])/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))),
];
const recorded = [...rules.matchAll(/record: (\S+)/g)].map(([, name]) => name!);
const recordingsIn = (text: string): string[] => [...text.matchAll(/openbank:[\w:]+/g)].map(([name]) => name);

const promtool = (...asked: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', asked, { cwd: prometheus, encoding: 'utf8' });
  return { status, said: status === 0 ? '' : stdout + stderr };
};
const hasPromtool = promtool('--version').status === 0;

describe('the rules and the dashboard', () => {
  const bank = runningBank(services);

  it('name metrics that the services publish or that docs/metrics.md lists as conditional or of the gateway', async () => {
    const published = new Set((await Promise.all(services.map((service) => Scrape.of(bank, service)))).flatMap(({ names }) => names));
    const listed = [...page.matchAll(/^\| `(openbank_\w+)` \|/gm)].map(([, name]) => name!);
    const used = metricsIn([rules, ...expressions].join('\n'));
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter((name) => !published.has(name) && !listed.includes(name))).toEqual([]);
    expect(recordingsIn([rules, ...expressions].join('\n')).filter((name) => !recorded.includes(name))).toEqual([]);
  });

  it.each(alerts)('$name has a severity, and a runbook that is a heading of the documentation', ({ block }) => {
    expect(block).toMatch(/^ +labels: \{ severity: (page|ticket) \}$/m);
    const [, file, anchor] = /^ +runbook: (\S+)#(\S+)$/m.exec(block)!;
    expect(headingAnchors(read(file!))).toContain(anchor);
  });

  it.each(alerts)('$name is tested to fire and to stay silent', ({ name }) => {
    const cases = [read('deploy/prometheus/rules.test.yml'), read('deploy/prometheus/rules.hours.test.yml')]
      .join('\n')
      .split('alertname: ')
      .filter((one) => one.startsWith(`${name}\n`));
    expect(new Set(cases.map((one) => /exp_alerts: \[\]/.test(one.split('\n')[1]!)))).toEqual(new Set([true, false]));
  });

  it('an alert watches each service of the table, and Prometheus finds each', () => {
    const { block } = alerts.find(({ name }) => name === 'ServiceDown')!;
    const config = read('deploy/prometheus/prometheus.yml');
    const [, names] = /names: \[(ais-pis.*)\]/.exec(config)!;
    expect(names!.split(', ')).toEqual(services);
    expect([...block.matchAll(/service="([\w-]+)"/g)].map(([, service]) => service)).toEqual(services);
  });

  it('Prometheus asks at the ports where the compose file and HAProxy publish metrics, and no client reaches these', () => {
    const compose = read('docker-compose.yml');
    const asked = [...read('deploy/prometheus/prometheus.yml').matchAll(/port: (\d+)/g)].map(([, port]) => port);
    const [, internalPort] = /INTERNAL_PORT: '(\d+)'/.exec(compose)!;
    const [, exporterPort] = /frontend metrics\n +bind \*:(\d+)/.exec(read('gateway/haproxy/haproxy.cfg'))!;
    expect(asked).toEqual([internalPort, exporterPort]);
    const published = [...compose.matchAll(/^ +ports: \[(.*)\]$/gm)].map(([, ports]) => ports!);
    expect(published).toHaveLength(1);
    expect(published[0]).not.toMatch(new RegExp(`\\b(${internalPort}|${exporterPort})\\b`));
  });

  if (hasPromtool) {
    it('are valid, as promtool says: rules, scrape configuration and the expressions of the dashboard', () => {
      expect(promtool('check', 'rules', 'rules.yml')).toEqual({ status: 0, said: '' });
      expect(promtool('check', 'config', 'prometheus.yml')).toEqual({ status: 0, said: '' });
      const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
      const file = join(folder, 'expressions.yml');
      const asRules = expressions.map((expr, at) => ({ record: `panel:${at}`, expr }));
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }));
      expect(promtool('check', 'rules', file)).toEqual({ status: 0, said: '' });
      rmSync(folder, { recursive: true });
    });

    it('fire in their cases and stay silent in the neighbouring ones', () => {
      expect(promtool('test', 'rules', 'rules.test.yml', 'rules.hours.test.yml')).toEqual({ status: 0, said: '' });
    }, 300_000);
  } else console.warn('promtool is not on the PATH: the syntax and the cases of the alert rules are not tested.');
});
