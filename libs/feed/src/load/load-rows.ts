import { arrivalQueries, type ArrivalQueries } from './arrival-order.js';
import { untilToday } from './booking-day.js';
import { AmountForms, LineAmounts } from './load-amounts.js';
import { descriptionOf, type LoadField, type LoadFormat } from './load-format.js';
import { loadKinds } from './load-kinds.js';
import { LineScanner } from './load-scanner.js';
import { RowBuffer } from './row-buffer.js';

/** Why a load file was refused: its name, the line, the field where there is one, and what of the line it is where a line has more than one thing. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  constructor(
    readonly file: string,
    readonly line: number,
    readonly field: string | undefined,
    readonly reason: string,
    readonly place?: string,
  ) {
    super([`${file}:${line}`, ...(place === undefined ? [] : [place]), ...(field === undefined ? [] : [field]), reason].join(': '));
  }
}

/** At most this many are told at once. */
const maxErrors = 20;

/** Everything that was found wrong with a load file, one line each. */
export class LoadErrors extends Error {
  override readonly name = 'LoadErrors';
  constructor(readonly errors: readonly LoadError[]) {
    const messages = errors.slice(0, maxErrors).map(({ message }) => message);
    super([...messages, ...(errors.length > maxErrors ? ['and more'] : [])].join('\n'));
  }
}

/** Rows of one table that wait to be sent, and the line each came from. */
export interface Batch {
  readonly type: string;
  readonly table: string;
  readonly copy: string;
  readonly columns: readonly string[];
  /** The columns that name a row, where lines change existing rows, and those that they cannot change. */
  readonly key: readonly string[] | undefined;
  readonly fixed: readonly string[];
  /** Those that a line without a value does not change. */
  readonly kept: readonly string[];
  /** Where rows are booked in the order in which they arrive. */
  readonly arrivals: ArrivalQueries | undefined;
  /** Where lines change existing rows, each begins with its place in `lines`. */
  rows: RowBuffer;
  lines: number[];
  /** Amounts whose currency is in rows of types that stand before this one in the format. */
  amounts: AmountForms;
}

/** The lines that were read since the last were taken. */
export interface TakenRows {
  /** In the order of the format: what others refer to first. */
  readonly pieces: readonly Batch[];
  readonly resources: ReadonlySet<string>;
}

/** A line that fits the format. */
export interface ReadLine {
  readonly batch: Batch;
  readonly amounts: LineAmounts;
  /** As COPY takes it, or where its values are. */
  readonly row:
    { readonly text: string; readonly record: Readonly<Record<string, unknown>> } | { readonly bytes: Buffer; readonly places: Int32Array };
  /** Whose row it is; undefined where it belongs to no resource. */
  readonly resource: string | undefined;
  /** Where the scanner has it. */
  readonly resourcePlace: number;
  readonly number: number;
}

/** A field with what writes its value into a row. */
interface Encoder extends LoadField {
  readonly encode: (value: unknown) => string | undefined;
}

interface Line {
  readonly batch: Batch;
  readonly amounts: LineAmounts;
  readonly encoders: readonly Encoder[];
  readonly names: ReadonlySet<string>;
  readonly resource: string | undefined;
  readonly scanner: LineScanner;
  /** Where the scanner has the resource. */
  readonly resourcePlace: number;
}

/** Turns the lines of a load file into COPY rows, and refuses what does not fit the format. */
export class LoadRows {
  readonly #lines = new Map<string, Line>();
  readonly #errors: LoadError[] = [];
  #resources = new Set<string>();
  #resource: string | undefined;
  /** The type of the line that was scanned last, and its resource. */
  #last: Line | undefined;
  #lastResource = Buffer.alloc(0);
  #lastResourceText = '';
  /** Where the line that was read last ends: at its line feed or at the end of the block. */
  end = 0;
  /** How many lines were kept since the last were taken, and their length as rows. */
  count = 0;
  length = 0;

  /** Lines that book nothing, by their numbers: they are no rows. */
  readonly passedOver: number[] = [];
  /** Whether the line that is being read books nothing. */
  #booksNothing = false;

  constructor(
    readonly file: string,
    format: LoadFormat,
    /** The bank's current day, where the lines are booked: a booking day after it is a fault. */
    today?: string,
  ) {
    for (const [type, described] of Object.entries(format)) {
      const description = descriptionOf(described);
      const { table, fields: all, key, fixed, kept, resource } = description;
      const fields = today === undefined ? all : all.map((field) => untilToday(field, today));
      const columns = fields.map(({ column }) => column);
      const copy = `copy "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`;
      const columnNames = (names: readonly string[]): string[] => names.map((name) => fields.find((field) => field.name === name)!.column);
      this.#lines.set(type, {
        batch: {
          type,
          table,
          copy,
          columns,
          key: key && columnNames(key),
          fixed: columnNames(fixed),
          kept: columnNames(kept),
          arrivals: arrivalQueries(description),
          rows: new RowBuffer(),
          lines: [],
          amounts: new AmountForms(),
        },
        amounts: new LineAmounts(format, description),
        encoders: fields.map((field) => ({ ...field, encode: loadKinds[field.kind].encode })),
        names: new Set(['type', ...fields.map(({ name }) => name)]),
        resource: resource?.name,
        scanner: new LineScanner(type, fields),
        resourcePlace: resource ? 2 * all.indexOf(resource) : -1,
      });
    }
  }

  /** Those with rows. They begin anew. */
  take(): TakenRows {
    const full = [...this.#lines.values()].map(({ batch }) => batch).filter(({ lines }) => lines.length > 0);
    const taken = { pieces: full.map((batch) => ({ ...batch })), resources: this.#resources };
    for (const batch of full) Object.assign(batch, { rows: new RowBuffer(), lines: [], amounts: new AmountForms() });
    this.#resources = new Set();
    this.count = 0;
    this.length = 0;
    return taken;
  }

  /** What was wrong with the lines so far. */
  get errors(): readonly LoadError[] {
    return this.#errors;
  }
  get isHopeless(): boolean {
    return this.#errors.length > maxErrors;
  }

  /** Reads the line that begins here, or notes all that is wrong with it; undefined also where it is empty. What it returns holds until the next one. */
  read(bytes: Buffer, start: number, number: number): ReadLine | undefined {
    const scanned = this.#scanned(bytes, start, number);
    if (scanned) return scanned;
    const end = bytes.indexOf(10, start);
    this.end = end < 0 ? bytes.length : end;
    const text = bytes.toString('utf8', start, this.end);
    if (text.trim() === '') return undefined;
    try {
      return this.#read(text, number);
    } catch (error) {
      if (!(error instanceof LoadError)) throw error;
      this.#errors.push(error);
      return undefined;
    }
  }

  /** Whether a line goes on with the resource of the line before it. */
  continues({ resource }: ReadLine): boolean {
    return resource === this.#resource;
  }

  keep({ batch, amounts, row, number, resource, resourcePlace }: ReadLine): void {
    const first = batch.key ? `${batch.lines.length}\t` : '';
    const { length } = batch.rows;
    if ('text' in row) {
      batch.rows.add(first + row.text);
      batch.amounts.noteRecord(amounts, row.record, number);
    } else {
      batch.rows.addPlaces(row.bytes, row.places, first);
      batch.amounts.noteScanned(amounts, row, number, resource, resourcePlace);
    }
    batch.lines.push(number);
    this.count += 1;
    this.length += batch.rows.length - length;
    if (resource === this.#resource && this.count > 1) return;
    this.#resource = resource;
    if (resource !== undefined) this.#resources.add(resource);
  }

  /** A line that needs no more than a look at its bytes. */
  #scanned(bytes: Buffer, start: number, number: number): ReadLine | undefined {
    if (!this.#last?.scanner.read(bytes, start)) {
      this.#last = undefined;
      for (const line of this.#lines.values()) {
        if (!line.scanner.read(bytes, start)) continue;
        this.#last = line;
        break;
      }
    }
    if (!this.#last) return undefined;
    const { batch, amounts, scanner, resourcePlace } = this.#last;
    const { places } = scanner;
    if (!amounts.fit(bytes, places)) return undefined;
    this.end = scanner.end;
    return { batch, amounts, row: { bytes, places }, number, resource: this.#resourceAt(bytes, places, resourcePlace), resourcePlace };
  }

  /** Most often the same as in the line before. */
  #resourceAt(bytes: Buffer, places: Int32Array, place: number): string | undefined {
    if (place < 0) return undefined;
    const [start, end] = [places[place]!, places[place + 1]!];
    const last = this.#lastResource;
    let same = 0;
    while (same < last.length && last[same] === bytes[start + same]) same += 1;
    if (last.length === 0 || same < end - start) {
      this.#lastResource = Buffer.from(bytes.subarray(start, end));
      this.#lastResourceText = this.#lastResource.toString('latin1');
    }
    return this.#lastResourceText;
  }

  #read(text: string, number: number): ReadLine | undefined {
    const record = this.#parse(text, number);
    const line = this.#lines.get(record['type'] as string);
    if (!line) throw new LoadError(this.file, number, 'type', `must be one of ${[...this.#lines.keys()].join(', ')}`);
    const before = this.#errors.length;
    for (const name in record)
      if (!line.names.has(name)) this.#errors.push(new LoadError(this.file, number, name, `${String(record['type'])} has no such field`));
    const { encoders, batch, amounts, resource, resourcePlace } = line;
    const cells: string[] = [];
    this.#booksNothing = false;
    for (const encoder of encoders) cells.push(this.#encoded(encoder, record[encoder.name], number));
    const misfit = this.#errors.length > before ? undefined : amounts.misfit(record);
    if (misfit) this.#errors.push(new LoadError(this.file, number, misfit.field, misfit.reason));
    if (this.#errors.length > before) return undefined;
    if (this.#booksNothing) {
      this.passedOver.push(number);
      return undefined;
    }
    const row = { text: cells.join('\t'), record };
    return { batch, amounts, row, number, resource: resource === undefined ? undefined : (record[resource] as string), resourcePlace };
  }

  #parse(text: string, number: number): Record<string, unknown> {
    try {
      const record: unknown = JSON.parse(text);
      if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record as Record<string, unknown>;
    } catch (error) {
      throw new LoadError(this.file, number, undefined, `not JSON: ${(error as Error).message}`);
    }
    throw new LoadError(this.file, number, undefined, 'must be a JSON object with a "type"');
  }

  #encoded({ name, optional, says, fault, booksNothing, encode }: Encoder, value: unknown, number: number): string {
    const absent = value === undefined || value === null;
    if (absent && optional) return '\\N';
    const text = absent ? undefined : encode(value);
    if (text !== undefined && booksNothing(value)) {
      this.#booksNothing = true;
      return text;
    }
    const reason = absent ? 'is missing' : text === undefined ? `must be ${says[0]!}` : fault(value);
    if (reason === undefined) return text!;
    this.#errors.push(new LoadError(this.file, number, name, reason));
    return '';
  }
}
