// Writes build/released-migrations.json: the migrations of the last release (package.json, openBanking.lastRelease) with the hash of each.
// Run at a release.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version, commit } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).openBanking.lastRelease;
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 });
const files = git('ls-tree', '-r', '--name-only', commit)
  .split('\n')
  .filter((file) => file.endsWith('/up.sql'));
const migrations = Object.fromEntries(
  files.map((file) => [
    dirname(file),
    createHash('sha256')
      .update(git('show', `${commit}:${file}`))
      .digest('hex'),
  ]),
);
writeFileSync(join(root, 'build/released-migrations.json'), `${JSON.stringify({ version, migrations }, null, 2)}\n`);
