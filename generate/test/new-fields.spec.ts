import { readFileSync } from 'node:fs';
import { faultsOf, pageOfCode, problem, type Code } from '@open-banking/messages';
import { operations, type Operation } from '@open-banking/spec';
import type { TSchema } from 'typebox';
import { examplesOf } from '../src/openapi/examples.js';

interface Content {
  readonly schema: object;
}
interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Entry {
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

const documentOf = ({ product }: Operation): Document =>
  JSON.parse(readFileSync(new URL(`../../docs/openapi/${product}.json`, import.meta.url), 'utf8')) as Document;
const entryOf = (document: Document, { path, method }: Operation): Entry => document.paths[path]![method.toLowerCase()]!;
/** What is wrong with a value by the schema as it is published. */
const judged = (document: Document, { schema }: Content): ((value: unknown) => string[]) => {
  const whole = { ...schema, components: document.components } as unknown as TSchema;
  return (value) => faultsOf(whole, value).map(({ path, text }) => `${path} ${text}`);
};
const responseOf = (document: Document, entry: Entry, status: number): Response => {
  const { $ref, ...response } = entry.responses[String(status)]!;
  return $ref ? document.components.responses[$ref.split('/').at(-1)!]! : response;
};

/** The value with a field that no document knows in each of its objects, one at a time. */
function grown(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => grown(one).map((more) => value.with(at, more)));
  if (typeof value !== 'object' || value === null) return [];
  return [
    { ...value, aFieldOfNextYear: { unknown: true } },
    ...Object.entries(value).flatMap(([name, inner]) => grown(inner).map((more) => ({ ...value, [name]: more }))),
  ];
}

const rows = operations.map((row) => [row.id, row] as const);

describe('a client made from the documents', () => {
  it.each(rows)('accepts unknown fields in every object of the responses of %s', (_, row) => {
    const document = documentOf(row);
    const entry = entryOf(document, row);
    const { success, errors } = examplesOf(row);
    const answers = [success, ...errors].map(({ answer }) => answer).filter(({ body }) => body !== undefined);
    expect(answers.length).toBeGreaterThan(0);
    for (const { status, body } of answers) {
      const faults = judged(document, responseOf(document, entry, status).content!['application/json']!);
      expect(faults(body)).toEqual([]);
      for (const more of grown(body)) expect(faults(more)).toEqual([]);
    }
  });

  it('accepts unknown fields in an error by RFC 9457', () => {
    for (const [, row] of rows) {
      const document = documentOf(row);
      const faults = judged(document, responseOf(document, entryOf(document, row), 400).content!['application/problem+json']!);
      for (const more of grown(problem(400, [{ code: 'FORMAT_ERROR', path: 'limit' }]))) expect(faults(more)).toEqual([]);
    }
  });

  const withBody = rows.filter(([, row]) => row.method === 'POST');

  it.each(withBody)('is refused an unknown field in any object of the request body of %s', (_, row) => {
    const document = documentOf(row);
    const faults = judged(document, entryOf(document, row).requestBody!.content['application/json']!);
    const { body } = examplesOf(row).success.request;
    expect(faults(body)).toEqual([]);
    expect(grown(body).length).toBeGreaterThan(0);
    for (const more of grown(body))
      expect(faults(more)).toEqual([expect.stringContaining('aFieldOfNextYear This field is not known here')]);
  });

  it('has request bodies for exactly these operations', () => {
    const bodies = rows.filter(([, row]) => entryOf(documentOf(row), row).requestBody);
    expect(bodies.map(([id]) => id)).toEqual(withBody.map(([id]) => id));
  });

  it('finds the page of its code in every error of the examples', () => {
    for (const [, row] of rows)
      for (const { answer } of examplesOf(row).errors)
        for (const { code, href } of (answer.body as { tppMessages: { code: Code; href: string }[] }).tppMessages)
          expect(href).toBe(pageOfCode(code));
  });
});
