import 'reflect-metadata';
import { handledOperations } from '../src/handlers.js';

interface Schema {
  readonly pattern?: string;
  readonly 'x-must'?: string;
  readonly additionalProperties?: unknown;
}

/** Every schema within a schema, each with the members that lead to it. */
function* within(schema: unknown, path = ''): Generator<readonly [path: string, schema: Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  yield [path, schema];
  for (const [name, inner] of Object.entries(schema)) yield* within(inner, `${path}/${name}`);
}

const handled = [...(await handledOperations()).values()];

describe('the requests of all operations', () => {
  const requests = handled.flatMap(({ row, shapes: { body, query } }) => [
    ...within(body, `${row.id} body`),
    ...within(query, `${row.id} query`),
  ]);

  it('say in words what is right wherever they take texts of one form', () => {
    const formed = requests.filter(([, { pattern }]) => typeof pattern === 'string');
    expect(formed.length).toBeGreaterThan(20);
    // `\S` has its own sentence: "Must not be blank."
    expect(formed.filter(([, one]) => one.pattern !== '\\S' && one['x-must'] === undefined).map(([path]) => path)).toEqual([]);
  });

  it('refuse query parameters that they do not know', () => {
    const queries = handled.filter(({ shapes }) => shapes.query !== undefined);
    expect(queries.length).toBeGreaterThan(10);
    expect(queries.filter(({ shapes }) => (shapes.query as Schema).additionalProperties !== false).map(({ row }) => row.id)).toEqual([]);
  });
});
