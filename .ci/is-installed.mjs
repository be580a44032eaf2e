// Exits with 0 if node_modules matches package-lock.json, or with 1 if `npm ci` is needed.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const isThere = ([path, { version, link, optional }]) =>
  optional || (link ? existsSync(path) : existsSync(`${path}/package.json`) && read(`${path}/package.json`).version === version);

const installed = Object.entries(read('package-lock.json').packages).filter(([path]) => path.includes('node_modules/'));
process.exitCode = installed.every(isThere) ? 0 : 1;
