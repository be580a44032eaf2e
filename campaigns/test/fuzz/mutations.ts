import fc, { type Arbitrary } from 'fast-check';
import { ofBytes, ofValues } from './body-mutations.js';
import { ofHeaders } from './header-mutations.js';
import { junkTexts } from './junk.js';
import { again, at, mutation, pick, replacedPair, shortJson, withoutAt, type Mutation } from './mutation.js';

const ofPath = fc.tuple(at, junkTexts).map(([index, value]) =>
  mutation(`path parameter ${index} is ${shortJson(value)}`, (draft) => {
    const name = pick(Object.keys(draft.params), index);
    return name === undefined ? draft : { ...draft, params: { ...draft.params, [name]: value } };
  }),
);

const queryNames = fc.oneof(
  fc.constantFrom(
    'limit',
    'cursor',
    'dateFrom',
    'dateTo',
    'bookingStatus',
    'withBalance',
    'deltaList',
    'entryReferenceFrom',
    'state',
    'type',
    'page',
  ),
  fc.constantFrom(
    'x',
    '__proto__',
    'constructor',
    'toString',
    '',
    '%00',
    '%ff',
    'a[]',
    'limit[]',
    'limit[0]',
    'dateFrom[gte]',
    'LIMIT',
    '%6cimit',
    'a%5bb%5d',
    'x'.repeat(300),
  ),
);
const ofQuery = fc.oneof(
  fc
    .tuple(queryNames, junkTexts)
    .map(([name, value]) =>
      mutation(`query has ${name}=${shortJson(value)}`, (draft) => ({ ...draft, query: [...draft.query, [name, value]] })),
    ),
  fc
    .tuple(at, junkTexts)
    .map(([index, value]) =>
      mutation(`parameter ${index} is ${shortJson(value)}`, (draft) => ({ ...draft, query: replacedPair(draft.query, index, value) })),
    ),
  at.map((index) => mutation(`parameter ${index} is missing`, (draft) => ({ ...draft, query: withoutAt(draft.query, index) }))),
  at.map((index) => mutation(`parameter ${index} comes twice`, (draft) => ({ ...draft, query: again(draft.query, index) }))),
  queryNames.map((name) => mutation(`query has ${name} alone`, (draft) => ({ ...draft, query: [...draft.query, [name, '\0bare']] }))),
);

const callers = (names: readonly string[]): Arbitrary<Mutation> =>
  fc.constantFrom(...names).map((name) => mutation(`token of ${name}`, (draft) => ({ ...draft, caller: name })));

/** Mutations of requests of one operation. */
export const mutationsOf = (hasBody: boolean, hasParameters: boolean, names: readonly string[]): Arbitrary<Mutation> =>
  fc.oneof(
    { weight: hasParameters ? 3 : 0, arbitrary: ofPath },
    { weight: hasBody ? 1 : 4, arbitrary: ofQuery },
    { weight: 4, arbitrary: ofHeaders },
    { weight: hasBody ? 8 : 0, arbitrary: ofValues },
    { weight: hasBody ? 3 : 1, arbitrary: ofBytes },
    { weight: 2, arbitrary: callers(names) },
  );
