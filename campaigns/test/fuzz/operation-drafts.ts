import fc, { type Arbitrary } from 'fast-check';
import { parametersOf, type Operation } from '@open-banking/spec';
import { bodyOf, documentOf, entryOf } from '@open-banking/testing/sweep';
import type { Draft } from './draft.js';
import { FittingValues, type Schema, type Schemas } from './fitting-values.js';
import type { Mutation } from './mutation.js';
import { mutationsOf } from './mutations.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** What is drawn for an operation: a request that fits, and what is wrong with it. Fewer and smaller faults are tried when it fails. */
export interface Case {
  readonly draft: Draft;
  readonly mutations: readonly Mutation[];
}

export interface Known {
  /** Values of path parameters, by name: ones that the callers have, and others. */
  readonly ids: (row: Operation) => Readonly<Record<string, readonly string[]>>;
  /** Values of headers that the documents cannot tell. */
  readonly headers: Readonly<Record<string, Arbitrary<string>>>;
  /** Names of those whose tokens an operation takes, and of all. */
  readonly callersOf: (row: Operation) => readonly string[];
  readonly callers: readonly string[];
}

/** The body that the sweep sends, the same with some fields drawn, or all of it drawn: rules between fields refuse most of those. */
function bodiesOf(row: Operation, drawn: Arbitrary<unknown>): Arbitrary<unknown> {
  if (bodyOf(row) === undefined) return drawn;
  const known = fc.nat().map(() => bodyOf(row) as object);
  const changedIn = fc.tuple(known, drawn, fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 3 })).map(([body, other, which]) => {
    const entries = Object.entries(other as object);
    return { ...body, ...Object.fromEntries(which.map((index) => entries[index % entries.length]!)) };
  });
  return fc.oneof(known, { weight: 2, arbitrary: changedIn }, drawn);
}

const encoded = (value: unknown): string => encodeURIComponent(String(value).toWellFormed());

/** Each by itself, or left out where nobody requires it. */
function pairs(parameters: readonly Parameter[], valueOf: (parameter: Parameter) => Arbitrary<string>): Arbitrary<Draft['query']> {
  const drawn = parameters.map((parameter) => {
    const value = valueOf(parameter).map((text) => [parameter.name, text] as const);
    return parameter.required ? value : fc.option(value, { nil: undefined, freq: parameter.name === 'PSU-IP-Address' ? 6 : 1 });
  });
  return fc.tuple(...drawn).map((all) => all.filter((pair) => pair !== undefined));
}

/** Requests of an operation, drawn from its OpenAPI entry and its row. */
export function casesOf(row: Operation, known: Known): Arbitrary<Case> {
  const { components } = documentOf(row) as unknown as { components: { schemas: Schemas; parameters?: Record<string, Parameter> } };
  const entry = entryOf(row) as {
    parameters?: readonly (Parameter & { $ref?: string })[];
    requestBody?: { content: Record<string, { schema: Schema }> };
  };
  const parameters = (entry.parameters ?? []).map((one) => (one.$ref ? components.parameters![one.$ref.split('/').at(-1)!]! : one));
  const values = new FittingValues(components.schemas);
  const ids = known.ids(row);
  const inPath = fc.record(
    Object.fromEntries(parametersOf(row.path).map((name) => [name, fc.constantFrom(...(ids[name] ?? ['x'])).map(encoded)])),
  );
  const query = pairs(
    parameters.filter(({ in: place }) => place === 'query'),
    ({ schema }) => values.valuesFor(schema).map(encoded),
  );
  const headers = pairs(
    parameters.filter(({ in: place, name }) => place === 'header' && !signing.has(name)),
    ({ name, schema }) => known.headers[name] ?? values.valuesFor(schema).map((value) => String(value).replace(/[^\x20-\x7e]/g, '_')),
  );
  const schema = entry.requestBody?.content['application/json']?.schema;
  const body = schema ? bodiesOf(row, values.valuesFor(schema)) : fc.constant(undefined);
  const fitting = fc
    .record({ params: inPath, query, headers, body, caller: fc.constantFrom(...known.callersOf(row)) })
    .map(({ body: value, headers: drawn, ...rest }) => ({
      ...rest,
      method: row.method,
      path: row.path,
      headers: [...drawn, ...(schema ? [['Content-Type', 'application/json'] as const] : [])],
      ...(schema && { body: { value } }),
    }));
  return withMutations(fitting, mutationsOf(schema !== undefined, parametersOf(row.path).length > 0, known.callers));
}

/** Requests that fit, with no mutation, one, or several. */
export function withMutations(draft: Arbitrary<Draft>, mutation: Arbitrary<Mutation>): Arbitrary<Case> {
  const mutations = fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 5, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }) },
    { weight: 2, arbitrary: fc.array(mutation, { minLength: 2, maxLength: 5 }) },
  );
  return fc.record({ draft, mutations });
}

/** A signature that fits nothing is a mutation. */
const signing = new Set(['Digest', 'Signature', 'TPP-Signature-Certificate']);

export const mutatedDraft = ({ draft, mutations }: Case): Draft => mutations.reduce<Draft>((so, { apply }) => apply(so), draft);
