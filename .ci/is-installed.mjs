// Ends with 0 where node_modules is what package-lock.json says, with 1 where `npm ci` is needed.
import { existsSync, readFileSync } from 'node:fs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const isThere = ([path, { version, link, optional }]) =>
  optional || (link ? existsSync(path) : existsSync(`${path}/package.json`) && read(`${path}/package.json`).version === version);

const installed = Object.entries(read('package-lock.json').packages).filter(([path]) => path.includes('node_modules/'));
process.exitCode = installed.every(isThere) ? 0 : 1;
