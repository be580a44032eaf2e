import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productClasses, services, servicesOfClass } from '@open-banking/spec';
import { root } from './workspace.js';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name]) => name!);

describe('a list of services that is written by hand', () => {
  it.each([
    ['docker/external-database.yml', /^ {2}([\w-]+): \*service$/gm],
    ['docker/check/unlimited.yml', /^ {2}([\w-]+): \*unlimited$/gm],
  ])('has each service in %s', (file, pattern) => {
    expect(namesIn(read(file), pattern).sort()).toEqual([...services].sort());
  });

  it('has each service in the cases of the alert ServiceDown, which fires for a service without a series', () => {
    const cases = read('deploy/prometheus/rules.test.yml')
      .split(/^ {2}- interval: /m)
      .filter((one) => one.includes('alertname: ServiceDown'));
    expect(cases.length).toBeGreaterThan(1);
    for (const one of cases) expect(namesIn(one, /openbank_build_info\{service="([\w-]+)"/g).sort()).toEqual([...services].sort());
  });

  it('has the services of each group in docs/availability.md', () => {
    const rows = [...read('docs/availability.md').matchAll(/^\| `([A-Z]+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
      ([, group, names]) => [group!, names!.split(', ')] as const,
    );
    expect(Object.fromEntries(rows)).toMatchObject(Object.fromEntries(productClasses.map((group) => [group, servicesOfClass(group)])));
  });
});
