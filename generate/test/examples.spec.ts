import { faultsOf, TppMessages } from '@open-banking/messages';
import { asPattern, operations } from '@open-banking/spec';
import { Type, type TSchema } from 'typebox';
import { handledOperations, type DocumentedHandler } from '../src/handlers.js';
import { examplesOf, pathExamples, withExamples } from '../src/openapi/examples.js';
import { documentedAnswers } from '../src/openapi/responses.js';

const pathQuery = (path: string): Record<string, string> => Object.fromEntries(new URL(path, 'http://bank').searchParams);
const none = Type.Object({}, { additionalProperties: false });

describe('the examples', () => {
  let handled: Map<string, DocumentedHandler>;
  beforeAll(async () => {
    handled = await handledOperations();
  });

  it.each(operations.map((row) => [row.id, row] as const))(
    'of %s are a request, its answer and at least one error, as the schemas have them',
    (id, row) => {
      const { shapes } = handled.get(id)!;
      const { success, errors } = examplesOf(row);
      const { request, answer } = success;
      const schema = new Map(documentedAnswers(row, shapes)).get(answer.status);
      const [path] = request.path.split('?');
      expect(request.method).toBe(row.method);
      expect(path).toMatch(new RegExp(asPattern(row.path)));
      expect(faultsOf((shapes.query as TSchema | undefined) ?? none, pathQuery(request.path), 'query')).toEqual([]);
      expect(request.body === undefined).toBe(shapes.body === undefined);
      if (shapes.body) expect(faultsOf(shapes.body, request.body)).toEqual([]);
      expect(schema).toBeDefined();
      if (schema) expect(faultsOf(schema, answer.body)).toEqual([]);
      else expect(answer.body).toBeUndefined();

      expect(errors.length).toBeGreaterThan(0);
      for (const { answer: refused } of errors) {
        expect(refused.status).toBeGreaterThanOrEqual(400);
        expect(faultsOf(TppMessages, refused.body)).toEqual([]);
      }
    },
  );

  it('show the values of path parameters by their names, and nothing where there is no body', () => {
    const row = operations.find(({ id }) => id === 'listAccountLoans')!;
    const { success } = examplesOf(row);
    const { BranchNumber, AccountNumber } = pathExamples(row, examplesOf(row));
    expect(success.request.path).toContain(`/account/${BranchNumber}-${AccountNumber}/loans`);
    expect(withExamples(undefined)).toEqual({});
    expect(withExamples({ a: 1 })).toMatchObject({ examples: { demo: { value: { a: 1 } } } });
  });

  it('are missing for an operation that was never called', () => {
    expect(() => examplesOf({ id: 'readNothing' })).toThrow('readNothing has no examples: run `npm run generate -- examples`');
  });

  it('are of one day, whenever they were written', () => {
    const days = operations.flatMap((row) =>
      [...JSON.stringify(examplesOf(row)).matchAll(/"(20\d\d-\d\d-\d\dT10:00:00Z)"/g)].map(([, at]) => at),
    );
    expect(days.length).toBeGreaterThan(0);
    expect(new Set(days).size).toBe(1);
  });
});
