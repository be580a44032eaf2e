import { readFileSync, statSync } from 'node:fs';
import { Refusal } from '@open-banking/messages';

/** What a file says, read again when it has changed; without a file, what holds otherwise. */
export class ReadFile<T> {
  private version?: string;
  private read?: T;

  constructor(
    private readonly file: string | undefined,
    private readonly parse: (text: string) => T,
    private readonly otherwise: T,
  ) {}

  /** Throws SERVICE_UNAVAILABLE where the file cannot be read: nobody is let in for want of a list that keeps somebody out. */
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
