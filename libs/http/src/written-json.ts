/** A body that is JSON already, as a statement wrote it. A service returns it; the adapter of libs/service sends it as it is. */
export class JsonText<Body = unknown> {
  /** Never set: carries the type of the parsed body. */
  readonly body?: Body;

  constructor(readonly text: string) {}

  /** What JSON.stringify writes for it, so that it may stand wherever a body is stored or logged. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** The JSON of a value with texts in it, which are taken over without parsing. Members that are undefined are omitted. */
export const jsonText = <Body>(value: unknown): JsonText<Body> => new JsonText(written(value));

function written(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${written(member)}`).join(',')}}`;
}
