import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline as withCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Writes lines, compressed. When this returns the file has its name, and both are on the disk: before that there is only `<file>.part`. */
export async function writeLines(file: string, lines: AsyncIterable<string>): Promise<void> {
  const part = `${file}.part`;
  const opened = await open(part, 'w', 0o600);
  await pipeline(ended(lines), createGzip(), opened.createWriteStream({ flush: true }));
  await rename(part, file);
  const folder = await open(dirname(file), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** Reads the lines of a compressed file. `sha256` is given the file's bytes as they are. Throws where it is not such a file. */
export async function* readLines(file: string, sha256: Hash = createHash('sha256')): AsyncGenerator<string> {
  const hashed = new Transform({
    transform(chunk: Buffer, _, done) {
      sha256.update(chunk);
      done(null, chunk);
    },
  });
  const text = withCallback(createReadStream(file), hashed, createGunzip(), () => undefined).setEncoding('utf8');
  let rest = '';
  for await (const chunk of text as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest !== '') yield rest;
}
