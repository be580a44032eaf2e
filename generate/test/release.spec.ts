import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly openBanking?: { readonly lastRelease: { readonly version: string; readonly commit: string } };
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const textOf = (file: string): string => readFileSync(root + file, 'utf8');
const { version, openBanking } = JSON.parse(textOf('package.json')) as Package;
const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, Package> };
const own = Object.entries(packages).filter(([folder]) => !folder.includes('node_modules/'));

describe('the version of a release', () => {
  it('is the same in every package, in what packages ask of each other, and in package-lock.json', () => {
    expect(own.length).toBeGreaterThan(20);
    for (const [folder, locked] of own) {
      const written = JSON.parse(textOf(folder === '' ? 'package.json' : `${folder}/package.json`)) as Package;
      const asked = ({ dependencies = {} }: Package) =>
        Object.entries(dependencies)
          .filter(([name]) => name.startsWith('@open-banking/'))
          .sort();
      expect({ folder, version: written.version, asked: asked(locked) }).toEqual({ folder, version, asked: asked(written) });
      expect(asked(written).filter(([, wanted]) => wanted !== version)).toEqual([]);
      expect(locked.version).toBe(version);
    }
  });

  it('is the tag of the image in the compose file and in the manifests', () => {
    const manifests = readdirSync(`${root}deploy/kubernetes`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => `deploy/kubernetes/${file}`);
    const tags = ['docker-compose.yml', ...manifests].flatMap((file) => [
      ...textOf(file).matchAll(
        /(?:image: open-banking:(?:\$\{IMAGE_VERSION:-)?|newName: registry\.example\/open-banking, newTag: )([\d.]+)/g,
      ),
    ]);
    expect(tags.length).toBeGreaterThan(10);
    expect(new Set(tags.map(([, tag]) => tag))).toEqual(new Set([version]));
  });

  it('is later than the last release, whose commit an upgrade is checked from', () => {
    const { lastRelease } = openBanking!;
    expect(version.localeCompare(lastRelease.version, 'en', { numeric: true })).toBe(1);
    expect(lastRelease.commit).toMatch(/^[0-9a-f]{40}$/);
  });
});
