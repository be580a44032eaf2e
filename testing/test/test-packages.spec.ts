import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { packages, packageOf } = (await import(`${root}build/test-packages.mjs`)) as {
  packages: readonly string[];
  packageOf(specifier: string): string;
};
const { filesIn, sourceFolders } = (await import(`${root}build/sources.mjs`)) as {
  filesIn(folder: string): string[];
  sourceFolders(root: string): string[];
};

describe('the packages that are bundled for tests', () => {
  it('are bundled with each of their entries that sources and tests import: no test has two copies of a class', () => {
    const folders = sourceFolders(root).flatMap((project) => [join(project, 'src'), join(project, 'test')]);
    const files = folders.filter((folder) => existsSync(folder)).flatMap((folder) => filesIn(folder));
    const imported = files
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) (?!type\b)(?:.* )?'([@\w][^']*)';$/gm)])
      .map(([, specifier]) => specifier!);
    const bundled = new Set(packages.map(packageOf));
    expect(new Set(imported.filter((specifier) => bundled.has(packageOf(specifier))))).toEqual(new Set(packages));
  });
});
