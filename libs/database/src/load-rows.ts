import { checks, columnOf, type LoadFormat } from './load-format.js';

/** Why a load file was refused: its name, the line, and the field where there is one. */
export class LoadError extends Error {
  override readonly name = 'LoadError';
  constructor(readonly file: string, readonly line: number, readonly field: string | undefined, readonly reason: string) {
    super(`${file}:${line}: ${field === undefined ? '' : `${field}: `}${reason}`);
  }
}

/** Rows of one table that wait to be sent, and the line each came from. */
export interface Batch {
  readonly type: string;
  readonly table: string;
  readonly copy: string;
  readonly columns: readonly string[];
  rows: string[];
  lines: number[];
}

interface Encoder { readonly name: string; readonly optional: boolean; readonly says: string; readonly encode: (value: unknown) => string | undefined }

interface Line { readonly batch: Batch; readonly encoders: readonly Encoder[]; readonly names: ReadonlySet<string> }

/** Turns the lines of a load file into COPY rows, and refuses what does not fit the format. */
export class LoadRows {
  readonly #lines = new Map<string, Line>();
  bytes = 0;

  constructor(readonly file: string, format: LoadFormat) {
    for (const [type, { table, fields }] of Object.entries(format)) {
      const columns = Object.entries(fields).map(([name, field]) => columnOf(name, field));
      const copy = `copy "${table}" (${columns.map((column) => `"${column}"`).join(', ')}) from stdin`;
      const encoders = Object.entries(fields).map(([name, { kind, optional }]) => ({ name, optional: optional === true, ...checks[kind] }));
      this.#lines.set(type, { batch: { type, table, copy, columns, rows: [], lines: [] }, encoders, names: new Set(['type', ...Object.keys(fields)]) });
    }
  }

  /** Those with rows, in the order of the format: what others refer to first. They begin anew. */
  take(): Batch[] {
    const full = [...this.#lines.values()].map(({ batch }) => batch).filter(({ rows }) => rows.length > 0);
    const taken = full.map((batch) => ({ ...batch }));
    for (const batch of full) Object.assign(batch, { rows: [], lines: [] });
    this.bytes = 0;
    return taken;
  }

  add(text: string, number: number): void {
    const record = this.#parse(text, number);
    const line = this.#lines.get(record['type'] as string);
    if (!line) throw new LoadError(this.file, number, 'type', `must be one of ${[...this.#lines.keys()].join(', ')}`);
    for (const name in record) if (!line.names.has(name)) throw new LoadError(this.file, number, name, `${String(record['type'])} has no such field`);
    let row = '';
    for (const encoder of line.encoders) row += (row === '' ? '' : '\t') + this.#encoded(encoder, record[encoder.name], number);
    line.batch.rows.push(row);
    line.batch.lines.push(number);
    this.bytes += row.length;
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

  #encoded({ name, optional, says, encode }: Encoder, value: unknown, number: number): string {
    if (value === undefined || value === null) {
      if (optional) return '\\N';
      throw new LoadError(this.file, number, name, 'is missing');
    }
    const text = encode(value);
    if (text === undefined) throw new LoadError(this.file, number, name, `must be ${says}`);
    return text;
  }
}
