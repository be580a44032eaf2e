#!/usr/bin/env node
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const program = new URL('../dist/openbank.js', import.meta.url);
// Started, not imported: the sandbox does not depend on what generates documents from the services it tests.
if (!existsSync(program))
  execFileSync(process.execPath, [fileURLToPath(new URL('../../generate/compile.mjs', import.meta.url))], { stdio: 'inherit' });
await import(program.href);
