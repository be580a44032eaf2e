import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { maxPartBytes, maxPartLines } from './feed-sender.js';

/** Lines that are sent together. */
export interface Piece {
  /** Where in the file the line is that the service counts as the first. */
  readonly first: number;
  readonly lines: readonly string[];
  /** Of a step that is larger than a request: which part of it this is. */
  readonly part?: number;
}

const endsStep = (line: string): boolean => !/"more"\s*:\s*true/.test(line);
const sizeOf = (line: string): number => Buffer.byteLength(line) + 1;

/** Divides the lines of a feed into requests: whole steps together, and a step that is larger than a request in parts. */
class Pieces {
  /** Whole steps that wait, and the lines so far of the step that is being read. */
  #steps: string[] = [];
  #open: string[] = [];
  #stepBytes = 0;
  #openBytes = 0;
  #number = 0;
  /** How many parts of the step are sent. */
  #part = 0;
  /** Where the steps begin that wait, or the step that is sent in parts. */
  #first = 1;

  constructor(private readonly maxLines: number) {}

  /** Takes a line; returns what is to be sent now. `isIdle`: no further line has arrived. */
  take(line: string, isIdle: boolean): Piece[] {
    this.#number += 1;
    this.#open.push(line);
    this.#openBytes += sizeOf(line);
    if (!endsStep(line)) return this.#open.length >= maxPartLines || this.#openBytes >= maxPartBytes ? this.#sendPart() : [];
    if (this.#part > 0) {
      const last = this.#sendPart();
      [this.#part, this.#first] = [0, this.#number + 1];
      return last;
    }
    this.#steps.push(...this.#open);
    this.#stepBytes += this.#openBytes;
    [this.#open, this.#openBytes] = [[], 0];
    const isFull = this.#steps.length >= this.maxLines || this.#stepBytes >= maxPartBytes;
    return isIdle || isFull ? this.#sendSteps() : [];
  }

  /** What is left at the end. Throws where a step that is sent in parts has no end; of a smaller one the service says so. */
  end(): Piece[] {
    if (this.#part > 0)
      throw new Error(`lines ${this.#first} to ${this.#number}: the last line of the step is missing, because all of them say "more":true`);
    this.#steps.push(...this.#open);
    this.#open = [];
    return this.#sendSteps();
  }

  #sendSteps(): Piece[] {
    const piece = { first: this.#first, lines: this.#steps };
    [this.#steps, this.#stepBytes, this.#first] = [[], 0, this.#number - this.#open.length + 1];
    return piece.lines.length > 0 ? [piece] : [];
  }

  #sendPart(): Piece[] {
    const before = this.#part === 0 ? this.#sendSteps() : [];
    this.#part += 1;
    const piece = { first: this.#first, lines: this.#open, part: this.#part };
    [this.#open, this.#openBytes] = [[], 0];
    return [...before, piece];
  }
}

/** The lines of a file, or of standard input (`-`), in pieces: as many steps as wait, up to a number of lines. */
export async function* piecesOf(file: string, maxLines: number): AsyncGenerator<Piece> {
  const reader = createInterface({ input: file === '-' ? process.stdin : createReadStream(file), crlfDelay: Infinity });
  const pieces = new Pieces(maxLines);
  let waiting = 0;
  reader.on('line', () => (waiting += 1));
  for await (const line of reader) {
    waiting -= 1;
    yield* pieces.take(line, waiting <= 0);
  }
  yield* pieces.end();
}
