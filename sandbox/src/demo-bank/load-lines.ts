import type { LoadedService } from '@open-banking/spec';

/** The destination of a bank's lines while it is generated: into files, or into tables. */
export interface LineTarget {
  write(service: LoadedService, type: string, fields: object): void;
  /** Resolves when the target can take the lines of another household. */
  ready(): Promise<void>;
}

/** Numbers and counts the lines of a bank on their way to their target; the whole bank is never in memory. */
export class LoadLines {
  readonly counts = new Map<string, number>();
  readonly #numbers = new Map<LoadedService, { reference: number; transaction: number }>();

  constructor(private readonly target: LineTarget) {}

  /** Writes one line. Fields without a value are omitted. */
  write(service: LoadedService, type: string, fields: object): void {
    this.target.write(service, type, fields);
    const kind = `${service} ${type}`;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  /** The next entry reference of a service: 16 ascending digits with a leading zero. */
  reference(service: LoadedService): string {
    return String(++this.#numbersOf(service).reference).padStart(16, '0');
  }

  /** The next transaction id of a service. It does not reveal the booking order. */
  transactionId(service: LoadedService): string {
    return `T${(++this.#numbersOf(service).transaction).toString(36).padStart(9, '0')}`;
  }

  #numbersOf(service: LoadedService): { reference: number; transaction: number } {
    const known = this.#numbers.get(service) ?? { reference: 0, transaction: 0 };
    this.#numbers.set(service, known);
    return known;
  }
}
