import 'reflect-metadata';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './files.js';
import { writeFiles } from './write-files.js';

process.exitCode = await writeFiles(
  generatedFiles,
  fileURLToPath(new URL('../..', import.meta.url)),
  { check: process.argv.includes('--check') },
  { print: (line) => process.stdout.write(`${line}\n`), complain: (line) => process.stderr.write(`${line}\n`) },
);
