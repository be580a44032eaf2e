// Writes zip archives (APPNOTE 6.3.10) without compression: the same files give the same bytes, whatever version of zlib Node.js has.
import { crc32 } from 'node:zlib';

const versionNeeded = 20;
/** Names are UTF-8. */
const flags = 0x0800;
const stored = 0;
/** 1980-01-01 00:00:00, the first time that zip files can name. */
const modifiedTime = 0;
const modifiedDate = 0x0021;
/** A regular file, readable by all, written by its owner; as a Unix archiver writes it. */
const madeByUnix = 3 << 8;
const regularFile = (0o100644 << 16) >>> 0;

/** Numbers, little endian: each with its size in bytes. */
function fields(...numbers) {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [number, size] of numbers) at = bytes.writeUIntLE(number, at, size);
  return bytes;
}

/** The fields that the local header and the central directory share. */
const described = (name, content) =>
  fields(
    [versionNeeded, 2],
    [flags, 2],
    [stored, 2],
    [modifiedTime, 2],
    [modifiedDate, 2],
    [crc32(content), 4],
    [content.length, 4],
    [content.length, 4],
    [name.length, 2],
    [0, 2],
  );

/** The archive of files, given as pairs of a path and a content (a text or bytes). */
export function zip(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const [path, given] of files) {
    const [name, content] = [Buffer.from(path), Buffer.from(given)];
    const common = described(name, content);
    const local = Buffer.concat([fields([0x04034b50, 4]), common, name, content]);
    const attributes = fields([0, 2], [0, 2], [0, 2], [regularFile, 4], [offset, 4]);
    directory.push(Buffer.concat([fields([0x02014b50, 4], [madeByUnix | versionNeeded, 2]), common, attributes, name]));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [files.length, 2], [files.length, 2], [entries.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...parts, entries, end]);
}
