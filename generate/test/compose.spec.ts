import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serviceSetting, variableOf } from '@open-banking/config';
import { services } from '@open-banking/spec';

const textOf = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const lines = textOf('docker-compose.yml').split('\n');

describe('docker-compose.yml', () => {
  it.each(services)('runs %s, with its own secrets, and tells the other services its internal address', (service) => {
    const start = lines.indexOf(`  ${service}:`);
    expect(start).toBeGreaterThan(0);
    const end = lines.findIndex((line, number) => number > start && line === '');
    const container = lines.slice(start, end).join('\n');
    expect(container).toContain(`command: [node, apps/${service}/dist/bundle/main.js]`);
    expect(container).toContain(`volume: { subpath: ${service} }`);
    expect(lines).toContain(`  ${variableOf(serviceSetting(service, 'InternalUrl'))}: http://${service}:9090`);
  });

  it.each(['openbank', 'operator'])('runs a command in %s without starting another container, so that no command migrates', (tool) => {
    const start = lines.indexOf(`  ${tool}:`);
    const container = lines
      .slice(start, lines.indexOf('', start))
      .filter((line) => !line.trimStart().startsWith('#'))
      .join('\n');
    expect(container).toContain('profiles: [tools]');
    // Compose starts what a container depends on, or shares the network or volumes of by the service's name.
    expect(container).not.toMatch(/depends_on|links|service:|volumes_from|<<: \*service/);
  });

  it('runs services that the rolling restart replaces, all of them and no others', () => {
    const [, names] = /services=\(([a-z -]+)\)/.exec(textOf('docker/rolling-restart.sh'))!;
    expect(names!.split(' ').sort()).toEqual([...services].sort());
  });
});
