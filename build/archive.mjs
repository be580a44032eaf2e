// Writes the file to install of a package for third parties. The same files give the same bytes, and its name changes with its content.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packedFolder } from './sources.mjs';

/** The time of all files: that of npm's own packages, the first that zip files can name. */
const modifiedAt = new Date(Date.UTC(1985, 9, 26, 8, 15));

/** Without owner, group or time of this machine. */
async function archive(files) {
  const { pack } = await import('tar-stream');
  const tar = pack();
  for (const [path, content] of files)
    tar.entry({ name: `package/${path}`, mtime: modifiedAt, mode: 0o644, uid: 0, gid: 0 }, Buffer.from(content));
  tar.finalize();
  const parts = [];
  for await (const part of tar) parts.push(part);
  return gzipSync(Buffer.concat(parts), { level: 9 });
}

/** Hexadecimal digits of SHA-256 in the name. */
const contentDigits = 12;

/**
 * Writes `<name>-<version>-<content>.tgz`. npx runs the first copy of an address for ever, and npm installs a copy that it has kept for
 * five minutes: the address of other content must be another one.
 */
export async function pack(root, folder, name, files) {
  const { version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const bytes = await archive(files);
  const content = createHash('sha256').update(bytes).digest('hex').slice(0, contentDigits);
  const target = packedFolder(root, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, `${name}-${version}-${content}.tgz`), bytes);
}
