#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Adds the commands of a sandbox where it is installed.
const sandbox = new URL('../../sandbox/', import.meta.url);
const program = new URL(
  'dist/bundle/openbank.js',
  existsSync(new URL('package.json', sandbox)) ? sandbox : new URL('../', import.meta.url),
);
// A fresh clone has nothing compiled yet.
if (!existsSync(program))
  execFileSync(process.execPath, [fileURLToPath(new URL('../../build/compile.mjs', import.meta.url))], { stdio: 'inherit' });
// A folder of its own: see compileCacheOf in sandbox/src/bank/service-process.ts.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/open-banking/compiled/openbank', import.meta.url)));
await import(program.href);
