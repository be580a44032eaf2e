import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { allSettingWarnings, serviceSetting, settingWarnings, ServiceSettings, variableOf } from '@open-banking/config';
import { services } from '@open-banking/spec';
import { parse } from 'yaml';
import { ownSettingsOf } from '../src/handlers.js';

const fileText = (file: string) => readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const lines = fileText('docker-compose.yml').split('\n');

describe('docker-compose.yml', () => {
  it.each(services)('runs %s, with its own secrets, and tells the other services its internal address', (service) => {
    const start = lines.indexOf(`  ${service}:`);
    expect(start).toBeGreaterThan(0);
    const end = lines.findIndex((line, number) => number > start && line === '');
    const container = lines.slice(start, end).join('\n');
    expect(container).toContain(`command: [apps/${service}/dist/bundle/main.js]`);
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

  it('gives no container a password, key or token in its environment or its command: they are in files of its own', () => {
    const { services: containers } = parse(fileText('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { environment?: Record<string, string>; command?: unknown; entrypoint?: unknown }>;
    };
    const variables = Object.values(containers).flatMap(({ environment = {} }) => Object.entries(environment));
    const files = variables.filter(([name]) => /(?:DATABASE_URL|READ_URL|VALKEY_URL|PASSWORD)_FILE$/.test(name));
    expect(files.length).toBeGreaterThan(services.length * 3);
    for (const [, file] of files) expect(file).toMatch(/^(?:\$\{\w+:\+)?\/run\/secrets\//);
    expect(variables.filter(([name]) => /(?:DATABASE_URL|READ_URL|VALKEY_URL|PASSWORD|TOKEN|SECRET|KEY)$/.test(name))).toEqual([]);
    const said = JSON.stringify(Object.values(containers).map(({ command, entrypoint }) => [command, entrypoint]));
    expect(said).toContain('/run/secrets/password.conf');
    expect(said).not.toMatch(/requirepass|password=|:\/\/[^@"/]*:[^@"/]+@/i);
  });

  it('sets nothing that a service would warn of, and a change of it by half is warned of', async () => {
    const { services: containers } = parse(fileText('docker-compose.yml'), { merge: true }) as {
      services: Record<string, { environment: Record<string, string> }>;
    };
    /** The value that Compose gives where nothing is set outside: `${NAME:-default}`, `${NAME:+…}`; defaults may have defaults. */
    const resolved = (value: string): string => {
      const inner = value.replaceAll(/\$\{(\w+)(?::([-+])([^${}]*))?\}/g, (_, _name, kind: string | undefined, text = '') =>
        kind === '-' ? (text as string) : '',
      );
      return inner === value ? value : resolved(inner);
    };
    for (const service of services) {
      const environment = Object.fromEntries(
        Object.entries(containers[service]!.environment).map(([name, value]) => [name, resolved(String(value))]),
      );
      expect(environment['REPLICAS']).toBe('2');
      const shapes = [ServiceSettings, ...(await ownSettingsOf(service))];
      expect([service, settingWarnings(shapes, environment)]).toEqual([service, []]);
      expect(allSettingWarnings(environment, ['services', ...services])).toEqual([]);
      const half = { ...environment, VALKEY_URL_FILE: '' };
      expect(settingWarnings(shapes, half).map(({ text }) => text)).toContain('REPLICAS is set without VALKEY_URL: it has no effect');
    }
  });

  it('runs services that the rolling restart replaces, all of them and no others', () => {
    const [, names] = /services=\(([a-z -]+)\)/.exec(fileText('docker/rolling-restart.sh'))!;
    expect(names!.split(' ').sort()).toEqual([...services].sort());
  });
});
