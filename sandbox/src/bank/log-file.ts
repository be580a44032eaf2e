import { createWriteStream, existsSync, openSync, renameSync, statSync, type WriteStream } from 'node:fs';

const maxBytes = 10 * 1024 * 1024;
/** `cards.log` and `cards.log.1` to `.4`: at most 50 MB per service. */
const oldFiles = 4;
const newline = 0x0a;

/**
 * A log of whole lines that goes on where an earlier run ended. When it is full it becomes `<file>.1`, what was that `.2`,
 * and the oldest goes. (Loggers that rotate do so in the process that logs; what a service says on its last breath comes
 * through a pipe only.)
 */
export class LogFile {
  #stream: WriteStream;
  #bytes: number;
  #rest: Buffer = Buffer.alloc(0);

  constructor(
    private readonly file: string,
    private readonly limits = { maxBytes, oldFiles },
  ) {
    this.#bytes = existsSync(file) ? statSync(file).size : 0;
    this.#stream = this.#open();
  }

  /** Writes lines or parts of lines. An incomplete line is buffered until its end arrives. */
  write(chunk: Buffer | string): void {
    const whole = Buffer.concat([this.#rest, Buffer.from(chunk)]);
    const end = whole.lastIndexOf(newline) + 1;
    this.#rest = whole.subarray(end);
    if (end > 0) this.#append(whole.subarray(0, end));
  }

  /** Writes a line of another source, which may arrive while a buffered line is incomplete. */
  line(text: string): void {
    this.#append(Buffer.from(`${text}\n`));
  }

  close(): Promise<void> {
    return new Promise((closed) => {
      this.#stream.end(() => {
        closed();
      });
    });
  }

  #append(lines: Buffer): void {
    if (this.#bytes > 0 && this.#bytes + lines.length > this.limits.maxBytes) this.#rotate();
    this.#bytes += lines.length;
    this.#stream.write(lines);
  }

  #open(): WriteStream {
    // Opened immediately, because the next file may be opened before the first write to this one. A full disk loses log lines; the bank keeps running.
    const opened = attempt(() => openSync(this.file, 'a', 0o600));
    return createWriteStream(this.file, opened === undefined ? { flags: 'a', mode: 0o600 } : { fd: opened }).on('error', () => undefined);
  }

  /** Pending writes still go to the file they were meant for, even after it has been renamed. */
  #rotate(): void {
    const names = [this.file, ...Array.from({ length: this.limits.oldFiles }, (_, at) => `${this.file}.${at + 1}`)];
    for (let at = names.length - 1; at > 0; at -= 1)
      if (existsSync(names[at - 1]!))
        attempt(() => {
          renameSync(names[at - 1]!, names[at]!);
        });
    this.#stream.end();
    this.#stream = this.#open();
    this.#bytes = 0;
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
