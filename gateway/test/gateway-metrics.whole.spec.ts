import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hasHaproxy, logLines, startHaproxy } from './haproxy-process.js';
import { startProbe } from './probes.js';
import { read, sum } from './published-metrics.js';

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const page = readFileSync(fileURLToPath(new URL('../../docs/metrics.md', import.meta.url)), 'utf8');

describe('the metrics of the Node gateway', () => {
  it('count responses of services and its own, at a port that clients do not reach', async () => {
    const probe = await startProbe('cards');
    const child = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'], PORT: '0', METRICS_PORT: '0', CARDS_URL: probe.origin },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    while (!said.includes('\n')) await once(child.stdout, 'data');
    const { url, metricsPort } = JSON.parse(said.split('\n')[0]!) as { url: string; metricsPort: number };
    const statuses = [];
    for (const path of ['/v1.7/cards', '/v1.7/cards/1', '/v1.0/securities-accounts', '/nothing', '/metrics'])
      statuses.push((await fetch(`${url}${path}`)).status);
    expect(statuses).toEqual([200, 200, 503, 404, 404]);

    const text = await read(`http://127.0.0.1:${metricsPort}/metrics`);
    const name = 'openbank_gateway_requests_total';
    expect(sum(text, name, 'status="200"', 'source="service"')).toBe(2);
    expect(sum(text, name, 'status="503"', 'source="gateway"')).toBe(1);
    expect(sum(text, name, 'status="404"', 'source="gateway"')).toBe(2);
    expect(sum(text, 'openbank_gateway_request_duration_seconds_count', 'source="service"')).toBe(2);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/v1.7/cards`)).status).toBe(404);
    const published = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, metric]) => metric);
    const listed = [...page.split('\n## Gateway')[1]!.matchAll(/^\| `(openbank_\w+)` \|/gm)].map(([, metric]) => metric);
    expect(published.sort()).toEqual(listed.sort());
    if (spawnSync('promtool', ['--version']).status === 0)
      expect(spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });

    // A line for each request: the route in place of the path.
    child.kill('SIGTERM');
    await once(child, 'close');
    const lines = said
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      expect.objectContaining({ level: 'info', service: 'gateway', route: '/v1.7/cards', target: 'cards', status: 200, source: 'service' }),
      expect.objectContaining({ level: 'info', route: '/v1.7/cards/{card-id}', method: 'GET', status: 200 }),
      expect.objectContaining({ level: 'error', route: '/v1.0/securities-accounts', status: 503, source: 'gateway' }),
      expect.objectContaining({ level: 'info', status: 404, source: 'gateway' }),
      expect.objectContaining({ level: 'info', status: 404, source: 'gateway' }),
    ]);
    await probe.close();
  });
});

// Runs only if HAProxy is installed. npm run check -- compose tests the container.
if (hasHaproxy) {
  describe('the metrics of HAProxy', () => {
    it('count its own 503 too, at a listener that clients do not reach, and its log has a route and a level', async () => {
      const probe = await startProbe('cards');
      const haproxy = await startHaproxy({ cards: [probe.origin] });
      const statuses = [];
      for (const path of ['/v1.7/cards/1', '/v1.0/securities-accounts', '/metrics'])
        statuses.push((await fetch(`${haproxy.url}${path}`)).status);
      expect(statuses).toEqual([200, 503, 404]);

      const text = await read(haproxy.metricsUrl);
      const name = 'haproxy_frontend_http_responses_total';
      expect(sum(text, name, 'proxy="bank"', 'code="5xx"')).toBe(1);
      expect(sum(text, name, 'proxy="bank"', 'code="2xx"')).toBe(1);
      expect(await read(`${haproxy.metricsUrl}?scope=global&scope=frontend&scope=backend`)).toContain('haproxy_backend_status');
      expect((await fetch(haproxy.metricsUrl.replace('/metrics', '/v1.7/cards'))).status).toBe(404);
      const lines = await logLines(haproxy, '"request"', statuses.length);
      await haproxy.close();
      await probe.close();
      // Its threads write in no order.
      expect(lines.toSorted((one, other) => Number(one['status']) - Number(other['status']))).toEqual([
        expect.objectContaining({ level: 'info', service: 'gateway', route: '/v1.7/cards/{card-id}', target: 'cards', status: 200 }),
        expect.objectContaining({ level: 'info', status: 404, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/) as string }),
        expect.objectContaining({ level: 'error', route: '/v1.0/securities-accounts', method: 'GET', status: 503 }),
      ]);
    });
  });
} else console.warn('HAProxy is not installed: its metrics are not tested.');
