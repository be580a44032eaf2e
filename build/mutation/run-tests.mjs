// A process that runs the unit tests of one source file again and again, each time with another text of that file. It receives
// { file, tests }, then { source } for each run; answers { ready | failed }, where `failed` is the first test that fails.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { expect } from 'expect';
import fc from 'fast-check';
import { bind } from 'jest-each';
import { jsc } from '../typescript.mjs';

const root = new URL('../../', import.meta.url).href;
const isSource = (url) => url.startsWith(root) && !url.includes('/node_modules/') && /\.ts(\?|$)/.test(url);
const bare = (url) => url.replace(/\?.*/, '');

/** The importers of a source, by its address: they are run again when it changes. */
const importers = new Map();
const compiled = new Map();
let mutated = '';
let mutant;
let turn = 0;
let again = new Set();

function compile(path, source) {
  const { code } = transformSync(source, {
    filename: path,
    swcrc: false,
    sourceMaps: false,
    module: { type: 'es6' },
    jsc,
  });
  return code;
}

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    const asked = isSource(parent) && /^\.{1,2}\/.*\.js$/.test(specifier) ? specifier.replace(/\.js$/, '.ts') : specifier;
    const resolved = next(asked, context);
    if (!isSource(resolved.url)) return resolved;
    const url = bare(resolved.url);
    if (isSource(parent)) importers.set(url, (importers.get(url) ?? new Set()).add(bare(parent)));
    return { ...resolved, url: again.has(url) ? `${url}?turn=${turn}` : url, shortCircuit: true };
  },
  load(url, context, next) {
    if (!isSource(url)) return next(url, context);
    const address = bare(url);
    const path = fileURLToPath(address);
    if (address === mutated && mutant !== undefined) return { format: 'module', shortCircuit: true, source: compile(path, mutant) };
    if (!compiled.has(address)) compiled.set(address, compile(path, readFileSync(path, 'utf8')));
    return { format: 'module', shortCircuit: true, source: compiled.get(address) };
  },
});

let tests = [];
let before = [];
let after = [];
let atEnd = [];
const it = (name, run) => tests.push({ name, run, before: [...before], after: [...after] });
const describe = (_, declare) => {
  const outside = [before, after];
  [before, after] = [[...before], [...after]];
  declare();
  [before, after] = outside;
};
it.each = bind(it, false);
describe.each = bind(describe, false);
const beforeEach = (run) => before.push(run);
const afterEach = (run) => after.push(run);
const afterAll = (run) => atEnd.push(run);
Object.assign(globalThis, { describe, it, test: it, expect, beforeEach, afterEach, afterAll });

/** The same mutants die at each run. */
fc.configureGlobal({ seed: 1 });

/** A source and all that import it, directly or not. */
function dependents(url, seen = new Set()) {
  if (seen.has(url)) return seen;
  seen.add(url);
  for (const importer of importers.get(url) ?? []) dependents(importer, seen);
  return seen;
}

/** The first test that fails; undefined where none does. */
async function firstFailure(specs) {
  turn += 1;
  tests = [];
  atEnd = [];
  try {
    for (const spec of specs) await import(turn === 1 ? spec : `${spec}?turn=${turn}`);
  } catch (error) {
    return `loading: ${error.message}`;
  }
  if (tests.length === 0) return 'there is no test';
  try {
    return await failureAmong(tests);
  } finally {
    for (const step of atEnd) await step();
  }
}

async function failureAmong(all) {
  for (const { name, run, before: first, after: last } of all) {
    try {
      for (const step of [...first, run, ...last]) await step();
    } catch (error) {
      return `${name}: ${error.message}`;
    }
  }
  return undefined;
}

let specs = [];

/** Answers a message of the parent. An error ends the process, which the parent counts as a failure. */
async function answer({ file, tests: paths, source }) {
  if (file) {
    mutated = pathToFileURL(file).href;
    specs = paths.map((path) => pathToFileURL(path).href);
    const failed = await firstFailure(specs);
    again = dependents(mutated);
    const unrelated = specs.find((spec) => !again.has(spec));
    process.send(failed ? { failed } : unrelated ? { failed: `${unrelated} does not import ${file}` } : { ready: true });
  } else {
    mutant = source;
    process.send({ failed: await firstFailure(specs) });
  }
}
process.on('message', (message) => void answer(message));
