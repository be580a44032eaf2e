import Type, { type Static } from 'typebox';
import { withDescription } from './annotation.js';
import { cutText } from './characters.js';
import { codes, type Code } from './codes.js';
import type { Fault } from './refusal.js';

/**
 * The page that explains a code: a path under the base URL, as all links of answers are. (`type` of a problem holds 70 characters at most.)
 */
export const pageOfCode = (code: string): string => `/errors/${code}`;

/** `href` of a message that refuses something. */
export const Href = Type.String({
  description: 'The page that explains the code: a path under the base URL that can be followed as it is.',
  examples: ['/errors/FORMAT_ERROR'],
});

const MessageCode = Type.String({ enum: Object.keys(codes) });

const TppMessage = Type.Object(
  {
    category: Type.String({
      enum: ['ERROR', 'WARNING'],
      description: '`ERROR` where the request was refused, `WARNING` where it was not.',
    }),
    code: withDescription(MessageCode, 'Message code (NextGenPSD2 1.3.11 §14.11); `href` leads to the page of its meaning.'),
    path: Type.Optional(
      Type.String({
        description: 'JSON Pointer into the body, or the name of a header or parameter; absent where the fault has no one place.',
      }),
    ),
    text: Type.Optional(Type.String({ maxLength: 500, description: 'What is wrong and what would be right.' })),
    href: Href,
  },
  { additionalProperties: false },
);

/** The one body of an error (NextGenPSD2 1.3.11 `Error400_NG_…`: one shape for every status). */
export const TppMessages = Type.Object(
  { tppMessages: Type.Array(TppMessage, { description: 'All faults of the request, at most 100.' }) },
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
const maxReported = 100;

type TppMessage = TppMessages['tppMessages'][number];

/** One message of an error, or of a payment that was rejected. */
export const tppMessage = ({ code, path, text }: Fault): TppMessage & { readonly code: Code } => ({
  category: 'ERROR',
  code,
  ...(path !== undefined && { path: cutText(path, 256) }),
  text: cutText(text ?? codes[code].text, 500),
  href: pageOfCode(code),
});

export const tppMessages = (faults: readonly Fault[]): TppMessages => ({ tppMessages: faults.slice(0, maxReported).map(tppMessage) });

/** The form of RFC 9457 (NextGenPSD2 1.3.11 `Error400_…`). */
export const Problem = Type.Object(
  {
    type: Type.String({
      maxLength: 70,
      description:
        'The kind of problem: the page that explains its code, a reference to be resolved against the base URL (RFC 9457 §3.1.1).',
      examples: ['/errors/FORMAT_ERROR'],
    }),
    title: Type.String({ maxLength: 70, description: 'The code in words; it is the same for every problem of this type.' }),
    status: Type.Integer({ minimum: 400, maximum: 599, description: 'Status of the response.' }),
    detail: Type.String({ maxLength: 500, description: 'What is wrong and what would be right, of the first fault.' }),
    code: withDescription(MessageCode, 'Message code of the first fault.'),
    additionalErrors: Type.Array(TppMessage, { description: 'All faults of the request, the first included, at most 100.' }),
  },
  { $id: 'Problem', additionalProperties: false },
);
export type Problem = Static<typeof Problem>;

/** `PERIOD_INVALID` is "Period invalid". */
const inWords = (code: Code): string => `${code[0]!}${code.slice(1).toLowerCase().replaceAll('_', ' ')}`;

/** The same in the form of RFC 9457, for who asks for `application/problem+json`. */
export const problem = (status: number, faults: readonly Fault[]): Problem => {
  const { tppMessages: messages } = tppMessages(faults);
  const [{ code }] = faults as readonly [Fault];
  return {
    type: pageOfCode(code),
    title: inWords(code),
    status,
    detail: messages[0]!.text!,
    code,
    additionalErrors: messages,
  };
};
