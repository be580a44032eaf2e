// Makes the npm package of client/tpp/, the command line for third parties: one program, which has the client package in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { pack } from './archive.mjs';

/** Makes the package. It needs no other one, so that it is installed without a registry. */
export async function packTool(root) {
  const folder = join(root, 'client/tpp');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['client/tpp/src/main.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // The sources of the client package.
    conditions: ['source'],
    tsconfigRaw: {},
    banner: { js: '#!/usr/bin/env node' },
    logLevel: 'silent',
  });
  const { name, version, description, license, type, engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const manifest = { name, version, private: true, description, license, type, engines, bin: { tpp: 'tpp.mjs' } };
  await pack(root, 'client/tpp', 'open-banking-tpp', [
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['tpp.mjs', outputFiles[0].text],
    ...['README.md', 'LICENSE'].map((path) => [path, readFileSync(join(folder, path))]),
  ]);
}
