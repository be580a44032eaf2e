type Json = Record<string, unknown>;

/**
 * Schemas of one document. What has an `$id` is written once, under its name; everything else where it stands. The
 * schemas are the objects that validate: nothing is added to them and nothing left out.
 */
export class Components {
  readonly schemas: Json = {};

  /** A schema as it stands in the document. */
  of(schema: object): Json {
    const { $id, ...rest } = schema as Json & { $id?: string };
    const written = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, this.#within(value)]));
    if ($id === undefined) return written;
    this.#name($id, written);
    return { $ref: `#/components/schemas/${$id}` };
  }

  #within(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.#within(entry));
    return typeof value === 'object' && value !== null ? this.of(value) : value;
  }

  #name($id: string, written: Json): void {
    const known = this.schemas[$id];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written)) throw new Error(`Two schemas are called ${$id}, and they are not the same`);
    this.schemas[$id] = written;
  }
}
