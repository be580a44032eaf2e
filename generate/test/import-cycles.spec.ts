import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlesIn, foldersOf, importsOf } from './imports.js';
import { packageFolders, root } from './workspace.js';

const sources = new Map(
  packageFolders
    .map((project) => join(project, 'src'))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const),
);
const graph = importsOf(sources);

const fixture = (files: Readonly<Record<string, string>>) => importsOf(new Map(Object.entries(files)));

describe('imports', () => {
  it('go in no circle from file to file, those of types included', () => {
    const oneWay = { 'a/src/x.ts': `import type { Y } from './y.js';`, 'a/src/y.ts': 'export type Y = 1;' };
    expect(circlesIn(fixture(oneWay))).toEqual([]);
    expect(circlesIn(fixture({ ...oneWay, 'a/src/y.ts': `import { x } from './x.js';` }))).toEqual([['a/src/x.ts', 'a/src/y.ts']]);
    expect(circlesIn(fixture({ ...oneWay, 'a/src/y.ts': `const x = await import('./x.js');` }))).toHaveLength(1);

    expect(graph.size).toBeGreaterThan(300);
    expect(circlesIn(graph)).toEqual([]);
  });

  it('go in no circle from folder to folder of one project', () => {
    const oneWay = {
      'a/src/main.ts': `import './x/one.js';`,
      'a/src/x/one.ts': `import './y/two.js'; import '../main.js';`,
      'a/src/x/y/two.ts': '',
      'a/src/x/three.ts': '',
    };
    expect(circlesIn(foldersOf(fixture(oneWay)))).toEqual([]);
    expect(circlesIn(foldersOf(fixture({ ...oneWay, 'a/src/x/y/two.ts': `import '../three.js';` })))).toEqual([['a/src/x', 'a/src/x/y']]);

    const folders = foldersOf(graph);
    expect([...folders.values()].some((targets) => targets.size > 0)).toBe(true);
    expect(circlesIn(folders)).toEqual([]);
  });
});
