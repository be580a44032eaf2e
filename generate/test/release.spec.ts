import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@open-banking/testing';

interface Package {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly openBanking?: { readonly lastRelease: { readonly version: string; readonly commit: string } };
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const { recordCampaign } = (await import(`${root}build/campaign-record.mjs`)) as {
  recordCampaign(folder: string, commit: string, record: object): void;
};
const fileText = (file: string): string => readFileSync(root + file, 'utf8');
const { version, openBanking } = JSON.parse(fileText('package.json')) as Package;
const { packages } = JSON.parse(fileText('package-lock.json')) as { packages: Record<string, Package> };
const own = Object.entries(packages).filter(([folder]) => !folder.includes('node_modules/'));

describe('the version of a release', () => {
  it('is the same in every package, in what packages ask of each other, and in package-lock.json', () => {
    expect(own.length).toBeGreaterThan(20);
    for (const [folder, locked] of own) {
      const written = JSON.parse(fileText(folder === '' ? 'package.json' : `${folder}/package.json`)) as Package;
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
      ...fileText(file).matchAll(
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

describe('the changelog', () => {
  const text = fileText('CHANGELOG.md');
  const releases = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title!);

  it('has a closed section with its date for each release, and what is not released above them', () => {
    const [first, ...closed] = releases;
    expect(first).toBe('Unreleased');
    expect(closed.filter((title) => !/^\d+\.\d+\.\d+ \(20\d\d-\d\d-\d\d\)$/.test(title))).toEqual([]);
    expect(closed.map((title) => title.split(' ')[0])).toEqual(expect.arrayContaining([version, openBanking!.lastRelease.version]));
  });

  it('has one line with a link for each change, under Breaking, Security, New or Fixed', () => {
    const kinds = new Set([...text.matchAll(/^#{4} (.+)$/gm)].map(([, kind]) => kind));
    expect([...kinds].sort()).toEqual(['Breaking', 'Fixed', 'New', 'Security']);
    const entries = text.split('\n').filter((line) => line.startsWith('- '));
    expect(entries.length).toBeGreaterThan(200);
    const withoutLink = (line: string): string => line.replace(/ \(\[[^\]]+\]\(docs\/[\w./#-]+\)\)\.$/, '');
    expect(entries.filter((line) => withoutLink(line) === line || withoutLink(line).length > 202)).toEqual([]);
  });
});

describe('npm run release', () => {
  const repository = temporaryFolder();
  const { path } = repository;
  const git = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', args, {
      cwd: path,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  const commit = (text: string): void => {
    writeFileSync(join(path, 'package.json'), JSON.stringify({ version: '9.9.9', text }));
    git('add', '.');
    git('commit', '--quiet', '--message', text);
  };
  const recorded = (passed: boolean): void => {
    recordCampaign(path, 'HEAD', { passed, parts: [{ name: 'tests', passed }] });
  };
  const released = (...args: readonly string[]): { code: number | null; said: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`${root}build/release.mjs`, ...args], { cwd: path, encoding: 'utf8' });
    return { code: status, said: stdout + stderr };
  };
  beforeAll(() => {
    git('init', '--quiet');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@bank.example');
    commit('first');
  });
  afterAll(() => {
    repository.remove();
  });

  it('refuses a commit without a campaign, and one whose campaign has failed', () => {
    expect(released()).toEqual({ code: 1, said: expect.stringContaining('has no campaign: run npm run campaign') });
    recorded(false);
    expect(released()).toEqual({ code: 1, said: expect.stringContaining('has failed: tests') });
    expect(git('tag')).toBe('');
  });

  it('tags a commit whose campaign has passed, once, and no later commit', () => {
    recorded(true);
    writeFileSync(join(path, 'more.txt'), 'more');
    expect(released()).toEqual({ code: 1, said: expect.stringContaining('more.txt') });
    git('clean', '--quiet', '--force');
    expect(released()).toMatchObject({ code: 0 });
    expect(git('rev-list', '-n', '1', 'v9.9.9')).toBe(git('rev-parse', 'HEAD'));
    expect(released()).toEqual({ code: 1, said: expect.stringContaining('is already the tag') });
    expect(released('--check')).toMatchObject({ code: 0 });
    commit('second');
    expect(released('--check')).toEqual({ code: 1, said: expect.stringContaining('has no campaign') });
  });
});
