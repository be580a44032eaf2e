#!/usr/bin/env node
import { existsSync } from 'node:fs';
const program = new URL('../dist/openbank.js', import.meta.url);
if (!existsSync(program)) await import('../../generate/compile.mjs');
await import(program.href);
