import { createHash, type Hash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { LoadError } from './load-rows.js';

/** A place between two lines of a load file. */
export interface LoadPosition {
  readonly bytes: number;
  readonly lines: number;
  /** Of all bytes before it. */
  readonly sha256: Buffer;
}

/** A block is checked in one go, 1.5 ms for so many bytes: meanwhile the answers of PostgreSQL wait. */
const readBytes = 1 << 17;
const headBytes = 1 << 16;
const longestLineBytes = 1 << 20;
/** Of standard input so much is kept at most to find the line of a fault again. */
const maxKeptBytes = 256 << 20;

/** A load file, or standard input (`-`), read once from its beginning to its end. */
export class LoadSource {
  readonly name: string;
  /** Of standard input. */
  readonly #input: AsyncIterator<Buffer> | undefined;
  /** Of a file, whose blocks follow each other in one buffer: new ones would have the garbage collected all the time. */
  #block = Buffer.alloc(0);
  #rest: Buffer = Buffer.alloc(0);
  #hash: Hash = createHash('sha256');
  #bytes = 0;
  #lines = 0;
  #kept: Buffer[] | undefined;
  #keptFrom = 0;
  #keptBytes = 0;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle | undefined,
    readonly totalBytes: number | undefined,
  ) {
    this.name = path === '-' ? 'standard input' : basename(path);
    this.#kept = path === '-' ? [] : undefined;
    this.#input = file ? undefined : (process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
  }

  static async open(path: string): Promise<LoadSource> {
    if (path === '-') return new LoadSource(path, undefined, undefined);
    const { size } = await stat(path);
    return new LoadSource(path, await open(path), size);
  }

  /** The place after the lines that `advance` was told of. */
  get position(): LoadPosition {
    return { bytes: this.#bytes, lines: this.#lines, sha256: this.#hash.copy().digest() };
  }

  /** Which file this is: a hash of its first 64 KiB. To be asked before anything else is read. */
  async head(): Promise<Buffer> {
    while (this.#rest.length < headBytes && (await this.#read()));
    return createHash('sha256').update(this.#rest.subarray(0, headBytes)).digest();
  }

  /** Passes over what a load before has taken. Refused where it is not the same any more. */
  async skip(to: LoadPosition): Promise<void> {
    while (this.#bytes < to.bytes) {
      if (this.#rest.length === 0 && !(await this.#read())) break;
      const part = this.#rest.subarray(0, to.bytes - this.#bytes);
      this.#hash.update(part);
      this.#bytes += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    this.#lines = to.lines;
    if (this.#bytes < to.bytes || !this.position.sha256.equals(to.sha256))
      throw new Error(
        `${this.name}: its first ${to.lines} lines were loaded before the load was interrupted, and they have changed since. Load the rest of the file as it was, or load it as another file (--anew).`,
      );
    this.#keptFrom = this.#bytes;
  }

  /** Whole lines with their ends, UTF-8. A block holds until the next one is asked for. */
  async *blocks(): AsyncGenerator<Buffer> {
    for (let more = true; more;) {
      more = this.#rest.length > 0 && this.#rest.includes(10) ? true : await this.#read();
      const end = more ? this.#rest.lastIndexOf(10) : this.#rest.length;
      if (end >= 0 && this.#rest.length > 0) {
        const bytes = this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + 1);
        this.#keep(bytes);
        this.#refuseOtherThanUtf8(bytes);
        yield bytes;
      }
      if (this.#rest.length > longestLineBytes)
        throw new LoadError(this.name, this.#lines + 1, undefined, `is longer than ${longestLineBytes} bytes`);
    }
  }

  /** Moves the position on by lines of a block, each with its end. */
  advance(bytes: Buffer, lines: number): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    this.#lines += lines;
  }

  /** The lines from a position on, with their numbers: to find one again. */
  async *linesFrom({ bytes, lines }: LoadPosition): AsyncGenerator<readonly [number: number, line: string]> {
    const input = this.#kept ? this.#keptLines(bytes) : createReadStream(this.path, { start: bytes });
    let number = lines;
    for await (const line of createInterface({ input })) yield [(number += 1), line];
  }

  #keptLines(from: number): Readable {
    return Readable.from([Buffer.concat(this.#kept!).subarray(Math.max(0, from - this.#keptFrom))], { objectMode: false });
  }

  #keep(bytes: Buffer): void {
    if (!this.#kept) return;
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    // Faults of what is not kept any more are reported without their line.
    while (this.#keptBytes > maxKeptBytes) this.#dropFirst();
  }

  /** What is before a position is not looked for again. */
  forget({ bytes }: LoadPosition): void {
    while (this.#kept?.[0] && this.#keptFrom + this.#kept[0].length <= bytes) this.#dropFirst();
  }

  #dropFirst(): void {
    const { length } = this.#kept!.shift()!;
    this.#keptFrom += length;
    this.#keptBytes -= length;
  }

  async close(): Promise<void> {
    await this.#input?.return?.();
    await this.file?.close();
  }

  async #read(): Promise<boolean> {
    if (this.file) return this.#readFile(this.file);
    const { value, done } = await this.#input!.next();
    if (done) return false;
    this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value]);
    return true;
  }

  async #readFile(file: FileHandle): Promise<boolean> {
    const { length } = this.#rest;
    const block = this.#block.length < length + readBytes ? Buffer.allocUnsafe(2 * (length + readBytes)) : this.#block;
    this.#rest.copy(block);
    this.#block = block;
    const { bytesRead } = await file.read(block, length, readBytes);
    this.#rest = block.subarray(0, length + bytesRead);
    return bytesRead > 0;
  }

  #refuseOtherThanUtf8(block: Buffer): void {
    if (isUtf8(block)) return;
    let number = this.#lines;
    for (let start = 0; start <= block.length;) {
      const end = block.indexOf(10, start);
      number += 1;
      if (!isUtf8(block.subarray(start, end < 0 ? block.length : end))) break;
      start = (end < 0 ? block.length : end) + 1;
    }
    throw new LoadError(this.name, number, undefined, 'is not UTF-8');
  }
}
