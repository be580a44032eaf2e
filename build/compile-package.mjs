// Compiles what has changed of one package's src/ into its dist/, file by file, and says in one line why a file cannot be compiled.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { changedAt, filesIn, sourcesOf } from './sources.mjs';
import { jsc } from './typescript.mjs';

const options = {
  sourceMaps: 'inline',
  swcrc: false,
  module: { type: 'nodenext' },
  jsc,
};

/** Folders of `dist` that others write: the bundles of all programs, of a service that `nx serve` runs, and the npm package. */
const bundles = ['bundle', 'served', 'packed'];
const isBundle = (file) => bundles.includes(basename(dirname(file)));

/** A file that cannot be compiled. The message is one line: `apps/cards/src/main.ts:3:5: Expected ',', got ';'`. */
export class CompileError extends Error {}

function explained(root, file, { message }) {
  const plain = message.replace(/\x1b\[[0-9;]*m/g, '');
  const [, reason = message] = /^\s*[x×]\s+(.+)/.exec(plain) ?? /^(.+)/.exec(plain) ?? [];
  const line = /[[:](\d+):\d+\]/.exec(plain)?.[1];
  // Below the line in question a caret stands under the place; it begins behind the number's gutter.
  const caret = new RegExp(`^\\s*${line} [|│] .*\\n\\s*[:·] ( *)[\\^─]`, 'm').exec(plain)?.[1]?.length;
  const at = [relative(root, file), line, caret === undefined ? undefined : caret + 1].filter((part) => part !== undefined).join(':');
  return new CompileError(`${at}: ${reason}`);
}

async function compileFile(root, file, target) {
  // Not loaded where nothing has changed.
  const { transformFile } = await import('@swc/core');
  // Relative, so that two builds in different folders are the same.
  const sourceFileName = relative(dirname(target), file);
  const { code } = await transformFile(file, { ...options, filename: file, sourceFileName }).catch((error) => {
    throw explained(root, file, error);
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}

/**
 * Compiles one package below `root`. Returns when its newest compiled file was written. Throws a CompileError once all other files are
 * compiled.
 */
export async function compilePackage(root, folder) {
  const sources = sourcesOf(folder);
  const target = (file) => join(folder, 'dist', relative(join(folder, 'src'), file)).replace(/\.ts$/, '.js');
  const wanted = new Set(sources.map(target));
  // Removes compiled files whose source is gone.
  if (existsSync(join(folder, 'dist')))
    for (const file of filesIn(join(folder, 'dist'))) if (!wanted.has(file) && !isBundle(file)) rmSync(file);
  const changed = sources.filter((file) => changedAt(file) >= changedAt(target(file)));
  const compiled = await Promise.allSettled(changed.map((file) => compileFile(root, file, target(file))));
  const failed = compiled.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  return Math.max(0, ...sources.map((file) => changedAt(target(file))));
}
