import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'bench/results');
const require = createRequire(import.meta.url);

const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as { version: string }).version;

/** The commit, with a mark where files differ from it; nothing outside a Git working tree. */
function commit(): string | undefined {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    const isChanged = git('status', '--porcelain', '--untracked-files=no', '--', ':!bench/results') !== '';
    return git('rev-parse', '--short=12', 'HEAD') + (isChanged ? ' with changes' : '');
  } catch {
    return undefined;
  }
}

/** The machine that the figures were measured on: enough to compare them with others, nothing that names the machine or its user. */
const setting = (): object => ({
  measuredAt: new Date().toISOString().slice(0, 16),
  commit: commit(),
  machine: {
    platform: process.platform,
    architecture: process.arch,
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
  },
  versions: { node: process.versions.node, fastify: versionOf('fastify'), pg: versionOf('pg'), autocannon: versionOf('autocannon') },
});

const written = (name: string, text: string): string => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, text);
  return `written: ${relative(root, file)}`;
};

/** Writes the figures of a benchmark to `bench/results/<bench>.json`. Returns a line that says so. */
export const writeResults = (bench: string, conditions: object, figures: unknown): string =>
  written(`${bench}.json`, `${JSON.stringify({ bench, ...setting(), conditions, figures }, rounded, 2)}\n`);

/** Writes a picture of them beside it. */
export const writeChart = (bench: string, svg: string): string => written(`${bench}.svg`, svg);

/** Four significant digits are more than any of these figures has. */
const rounded = (_: string, value: unknown): unknown => (typeof value === 'number' ? Number(value.toPrecision(4)) : value);
