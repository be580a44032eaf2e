import 'reflect-metadata';
import { faultsOf } from '@open-banking/messages';
import { readableTexts, unreadableTexts } from '@open-banking/testing';
import { handledOperations } from '../src/handlers.js';

interface Schema {
  readonly type?: string;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** The schemas of all texts within a schema, each with the members that lead to it. */
function* textsIn(schema: unknown, path: string): Generator<readonly [path: string, schema: Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  if ((schema as Schema).type === 'string') yield [path, schema];
  for (const [name, inner] of Object.entries(schema)) yield* textsIn(inner, `${path}/${name}`);
}

describe('a text without a visible character, or with more marks on a letter than people write', () => {
  it('is refused in each field of each request that is no closed list, and other texts are accepted where they were', async () => {
    const texts = [...(await handledOperations()).values()].flatMap(({ row, shapes: { body, query } }) => [
      ...textsIn(body, `${row.id} body`),
      ...textsIn(query, `${row.id} query`),
    ]);
    expect(texts.length).toBeGreaterThan(100);
    const free = texts.filter(
      ([, { enum: values, const: value, pattern, format }]) =>
        [values, value].every((one) => one === undefined) && (pattern ?? '\\S') === '\\S' && (format ?? 'line') === 'line',
    );
    expect(free.length).toBeGreaterThan(30);
    for (const [path, schema] of texts)
      for (const text of unreadableTexts) expect([path, text, faultsOf(schema as never, text).length > 0]).toEqual([path, text, true]);
    for (const [path, schema] of free)
      for (const text of readableTexts)
        if ([...text].length <= (schema.maxLength ?? Infinity) && [...text].length >= (schema.minLength ?? 0))
          expect([path, text, faultsOf(schema as never, text)]).toEqual([path, text, []]);
  });
});
