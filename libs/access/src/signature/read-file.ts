import { readFileSync, statSync } from 'node:fs';
import { Refusal } from '@open-banking/messages';

/** The value read from a file, read again when the file changes; a fixed value if there is no file. */
export class ReadFile<T> {
  private version?: string;
  private read?: T;

  constructor(
    private readonly file: string | undefined,
    private readonly parse: (text: string) => T,
    private readonly otherwise: T,
  ) {}

  /** Throws SERVICE_UNAVAILABLE if the file cannot be read: without a list of exclusions no client is admitted. */
  get now(): T {
    if (this.file === undefined) return this.otherwise;
    try {
      const { mtimeMs, size, ino } = statSync(this.file);
      const version = `${mtimeMs} ${size} ${ino}`;
      if (version !== this.version) {
        this.read = this.parse(readFileSync(this.file, 'utf8'));
        this.version = version;
      }
      return this.read!;
    } catch (error) {
      throw unavailable(`${this.file} cannot be read`, error);
    }
  }
}

export const unavailable = (why: string, cause?: unknown): Refusal =>
  new Refusal('SERVICE_UNAVAILABLE', new Error(why, { cause }), { retryAfterSeconds: 10 });
