import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './files.js';
import { staleAmong } from './stale.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const stale = staleAmong(await generatedFiles(), root);

if (process.argv.includes('--check')) {
  for (const { path } of stale) process.stderr.write(`${path} is stale: run \`npm run generate\` and commit it.\n`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const { path, content } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    process.stdout.write(`${path}\n`);
  }
}
