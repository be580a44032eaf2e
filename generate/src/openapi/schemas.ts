import { CannotGenerate } from '../cannot-generate.js';
type Json = Record<string, unknown>;

/** What is said of a value, not what it must be: it stands where the schema is used, as one schema is used for many things. */
const annotations = new Set(['title', 'description', 'examples', 'deprecated', 'x-discloses', 'x-permission']);

/** Readers of a document look for what a field reveals; that most reveal nothing would hide it. */
const isUnsaid = ([key, value]: readonly [string, unknown]): boolean => key === 'x-discloses' && value === 'none';

/**
 * What the operations of one document have in common. A schema with an `$id` is written once, under its name; everything else where it stands. The
 * schemas are the objects that validate: nothing is added to them, and nothing left out but `x-discloses: none`.
 */
export class Components {
  readonly schemas: Json = {};
  readonly responses: Json = {};

  /** A response that many operations have, written once: `404`, and `404-2` where another has other words. */
  response(status: number, written: object): Json {
    const names = Object.keys(this.responses).filter((name) => name.split('-')[0] === String(status));
    const same = names.find((name) => JSON.stringify(this.responses[name]) === JSON.stringify(written));
    const name = same ?? (names.length === 0 ? String(status) : `${status}-${names.length + 1}`);
    this.responses[name] = written;
    return { $ref: `#/components/responses/${name}` };
  }

  /** A schema as it stands in the document. */
  of(schema: object): Json {
    const { $id, ...rest } = schema as Json & { $id?: string };
    const written = Object.entries(rest)
      .filter((entry) => !isUnsaid(entry))
      .map(([key, value]) => [key, this.#within(value)] as const);
    if (typeof $id !== 'string') return Object.fromEntries(written);
    this.#name($id, Object.fromEntries(written.filter(([key]) => !annotations.has(key))));
    return { $ref: `#/components/schemas/${$id}`, ...Object.fromEntries(written.filter(([key]) => annotations.has(key))) };
  }

  #within(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#within(entry));
    return typeof value === 'object' && value !== null ? this.of(value) : value;
  }

  #name($id: string, written: Json): void {
    const known = this.schemas[$id];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written))
      throw new CannotGenerate(`Two schemas are called ${$id}, and they are not the same`);
    this.schemas[$id] = written;
  }
}
