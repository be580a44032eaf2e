import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const owners = readFileSync(join(root, '.github/CODEOWNERS'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split(/\s+/) as [pattern: string, owner: string]);
const ignored = readFileSync(join(root, '.gitignore'), 'utf8')
  .split('\n')
  .map((line) => line.replaceAll('/', ''));
const notOurs = new Set(['.git', ...ignored]);
const foldersIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !notOurs.has(entry.name))
    .map(({ name }) => `${folder}${name}/`);
/** Every top-level folder; of apps and libs each one in them. */
const parts = new Set(foldersIn('/').flatMap((folder) => (/^\/(apps|libs)\/$/.test(folder) ? foldersIn(folder) : [folder])));

describe('CODEOWNERS', () => {
  it('gives every folder, app and lib an owner, and nothing that is not there', () => {
    expect(parts.size).toBeGreaterThan(20);
    const owned = owners.map(([pattern]) => pattern).filter((pattern) => pattern.endsWith('/'));
    expect([...owned].sort()).toEqual([...parts].sort());
  });

  it('names a team in each line', () => {
    for (const [, owner] of owners) expect(owner).toMatch(/^@open-banking\/[a-z-]+-team$/);
  });
});
