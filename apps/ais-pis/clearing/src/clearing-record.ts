import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { InstructionRow } from './clearing-file.statements.js';

/** The answer of the sandbox's clearing to an instruction. */
export interface RecordedAnswer {
  readonly answer: 'accepted' | 'rejected' | 'returned';
  readonly reason: string | null;
}
type Line = { readonly received: InstructionRow } | ({ readonly answered: string } & RecordedAnswer);

/**
 * The simulated clearing records what it received and answered in its own file, as a real clearing system keeps its own
 * books: restoring the bank's database does not undo it. Lines are only appended; a line cut off by a crash is ignored.
 */
export class ClearingRecord {
  readonly #received = new Map<string, InstructionRow>();
  readonly #answers = new Map<string, RecordedAnswer>();

  constructor(private readonly file: string) {
    for (const line of recordLines(file)) this.#keep(line);
  }

  has(instructionId: string): boolean {
    return this.#received.has(instructionId);
  }

  /** The recorded answer, if there is one. */
  answerTo(instructionId: string): RecordedAnswer | undefined {
    return this.#answers.get(instructionId);
  }

  /** Writes the instructions to disk; must happen before they are answered. */
  receive(instructions: readonly InstructionRow[]): void {
    this.#add(instructions.filter(({ instructionId }) => !this.has(instructionId)).map((received) => ({ received })));
  }

  answered(instructionId: string, answer: RecordedAnswer): void {
    if (this.#answers.get(instructionId)?.answer !== answer.answer) this.#add([{ answered: instructionId, ...answer }]);
  }

  /** Instructions in the order of receipt. */
  page(from: number, max: number): readonly InstructionRow[] {
    return [...this.#received.values()].slice(from, from + max);
  }

  #add(lines: readonly Line[]): void {
    if (lines.length === 0) return;
    const opened = openSync(this.file, 'a', 0o600);
    try {
      writeSync(opened, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      fsyncSync(opened);
    } finally {
      closeSync(opened);
    }
    lines.forEach((line) => {
      this.#keep(line);
    });
  }

  #keep(line: Line): void {
    if ('received' in line) this.#received.set(line.received.instructionId, line.received);
    else this.#answers.set(line.answered, { answer: line.answer, reason: line.reason });
  }
}

function recordLines(file: string): Line[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}
