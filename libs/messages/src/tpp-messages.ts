import { STATUS_CODES } from 'node:http';
import Type, { type Static } from 'typebox';
import { codes, type Code } from './codes.js';
import type { Fault } from './refusal.js';

/** The one body of an error (NextGenPSD2 1.3.11 `Error400_NG_…`: one shape for every status). */
export const TppMessages = Type.Object(
  {
    tppMessages: Type.Array(
      Type.Object(
        {
          category: Type.String({
            enum: ['ERROR', 'WARNING'],
            description: '`ERROR` where the request was refused, `WARNING` where it was not.',
          }),
          code: Type.String({
            enum: Object.keys(codes),
            description: 'Message code (NextGenPSD2 1.3.11 §14.11); docs/errors.md lists them.',
          }),
          path: Type.Optional(
            Type.String({
              description: 'JSON Pointer into the body, or the name of a header or parameter; absent where the fault has no one place.',
            }),
          ),
          text: Type.Optional(Type.String({ maxLength: 500, description: 'What is wrong and what would be right.' })),
        },
        { additionalProperties: false },
      ),
      { description: 'All faults of the request, at most 100.' },
    ),
  },
  { $id: 'TppMessages', additionalProperties: false },
);
export type TppMessages = Static<typeof TppMessages>;

/** What an answer of success may say besides (1.3.11 `tppMessage2XX`): something asked for is not done, and the rest is. */
export const TppWarnings = Type.Array(
  Type.Object(
    {
      category: Type.String({ enum: ['WARNING'], description: 'Always `WARNING`: the request succeeded, but a part of it was ignored.' }),
      code: Type.String({ enum: ['WARNING'], description: 'Always `WARNING`.' }),
      path: Type.String({ description: 'JSON Pointer into the body, or the name of the header or parameter that was ignored.' }),
      text: Type.String({ maxLength: 500, description: 'Why it was ignored.' }),
    },
    { additionalProperties: false },
  ),
);
export interface Warnings {
  readonly tppMessages?: Static<typeof TppWarnings>;
}

export const warnings = (of: readonly { readonly path: string; readonly text: string }[]): Warnings => ({
  tppMessages: of.map(({ path, text }) => ({ category: 'WARNING', code: 'WARNING', path, text })),
});

// A body of 64 KiB can be wrong in thousands of places; whoever mends the first hundred learns of the next.
const mostTold = 100;

export const tppMessages = (faults: readonly Fault[]): TppMessages => ({
  tppMessages: faults.slice(0, mostTold).map(({ code, path, text }) => ({
    category: 'ERROR',
    code,
    ...(path !== undefined && { path: path.slice(0, 256) }),
    text: (text ?? codes[code].text).slice(0, 500),
  })),
});

/** RFC 9457 form of the same, for who asks for `application/problem+json`. With `about:blank` the title is the status's own. */
export const problem = (status: number, faults: readonly Fault[]) => {
  const { tppMessages: messages } = tppMessages(faults);
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: messages[0]!.text,
    code: messages[0]!.code as Code,
    additionalErrors: messages,
  };
};
