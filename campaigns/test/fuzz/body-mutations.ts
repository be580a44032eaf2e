import fc from 'fast-check';
import { bytesOf, type Draft } from './draft.js';
import { Doubled, placesIn, replacedAt } from './json-text.js';
import { junkNames, junkValues } from './junk.js';
import { at, mutation, pick, shortJson, type Mutation } from './mutation.js';

const inBody = (name: string, change: (draft: Draft, value: unknown) => unknown): Mutation =>
  mutation(name, (draft) => (draft.body && 'value' in draft.body ? { ...draft, body: { value: change(draft, draft.body.value) } } : draft));
/** What can be wrong with the values of a body in JSON. */
export const ofValues = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(at, junkValues)
      .map(([index, value]) =>
        inBody(`value ${index} of the body is ${shortJson(value)}`, (_, body) =>
          replacedAt(body, pick(placesIn(body), index)!, () => value),
        ),
      ),
  },
  {
    weight: 2,
    arbitrary: fc
      .nat({ max: 99 })
      .map((index) =>
        inBody(`value ${index} of the body is missing`, (_, body) =>
          replacedAt(body, pick(placesIn(body).slice(1), index) ?? ['-'], () => undefined),
        ),
      ),
  },
  fc
    .tuple(at, junkNames, junkValues)
    .map(([index, name, value]) =>
      inBody(`object ${index} of the body has ${shortJson(name)}: ${shortJson(value)}`, (_, body) =>
        replacedAt(body, pick(placesIn(body), index)!, (inner) =>
          typeof inner === 'object' && inner !== null && !Array.isArray(inner)
            ? Object.fromEntries([...Object.entries(inner), [name, value]])
            : inner,
        ),
      ),
    ),
  fc.tuple(at, at, junkValues).map(([index, which, value]) =>
    inBody(`object ${index} of the body has name ${which} twice`, (_, body) =>
      replacedAt(body, pick(placesIn(body), index)!, (inner) => {
        const name = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? pick(Object.keys(inner), which) : undefined;
        return name === undefined ? inner : new Doubled(inner as Record<string, unknown>, name, value);
      }),
    ),
  ),
  at.map((index) =>
    inBody(`value ${index} of the body is in a list`, (_, body) => replacedAt(body, pick(placesIn(body), index)!, (inner) => [inner])),
  ),
);

const inBytes = (name: string, change: (bytes: Buffer) => Buffer): Mutation =>
  mutation(name, (draft) => (draft.body ? { ...draft, body: { bytes: change(bytesOf(draft.body)) } } : draft));
/** What can be wrong with the bytes of a body. */
export const ofBytes = fc.oneof(
  at.map((end) => inBytes(`body ends after ${end} bytes`, (bytes) => bytes.subarray(0, end % (bytes.length + 1)))),
  fc.tuple(at, fc.constantFrom('ff', '00', 'c328', 'eda080', 'efbbbf', '0a', '2c', '7d', '5c75')).map(([index, hex]) =>
    inBytes(`body has ${hex} at ${index}`, (bytes) => {
      const place = index % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, place), Buffer.from(hex, 'hex'), bytes.subarray(place)]);
    }),
  ),
  fc
    .constantFrom(1, 40_000, 66_000)
    .map((size) => inBytes(`${size} blanks behind the body`, (bytes) => Buffer.concat([bytes, Buffer.alloc(size, ' ')]))),
  fc
    .constantFrom('', ' ', 'null', '[]', '{}', '"', 'a=b&c=d', '<a/>', '{"a"', '\ufeff{}', '[]]')
    .map((text) => mutation(`body is ${shortJson(text)}`, (draft) => ({ ...draft, body: { bytes: Buffer.from(text) } }))),
  fc.constant(mutation('there is no body', ({ body: _, ...draft }) => draft)),
  fc.constant(mutation('body is chunked', (draft) => ({ ...draft, chunked: true }))),
  fc
    .uint8Array({ maxLength: 40 })
    .map((bytes) => mutation('body is noise', (draft) => ({ ...draft, body: { bytes: Buffer.from(bytes) } }))),
);
