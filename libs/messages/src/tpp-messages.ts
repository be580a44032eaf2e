import Type, { type Static } from 'typebox';
import { codes, type Code } from './codes.js';
import type { Fault } from './refusal.js';

/** The one body of an error (NextGenPSD2 1.3.11 `Error400_NG_…`: one shape for every status). */
export const TppMessages = Type.Object({
  tppMessages: Type.Array(Type.Object({
    category: Type.String({ enum: ['ERROR', 'WARNING'] }),
    code: Type.String({ enum: Object.keys(codes) }),
    path: Type.Optional(Type.String()),
    text: Type.Optional(Type.String({ maxLength: 500 })),
  }, { additionalProperties: false })),
}, { $id: 'TppMessages', additionalProperties: false });
export type TppMessages = Static<typeof TppMessages>;

export const tppMessages = (faults: readonly Fault[]): TppMessages => ({
  tppMessages: faults.map(({ code, path, text }) => ({
    category: 'ERROR', code, ...(path !== undefined && { path: path.slice(0, 256) }), text: (text ?? codes[code].text).slice(0, 500),
  })),
});

/** RFC 9457 form of the same, for who asks for `application/problem+json`. */
export const problem = (status: number, faults: readonly Fault[]) => ({
  type: 'about:blank',
  title: codes[faults[0]!.code].text,
  status,
  code: faults[0]!.code satisfies Code,
  additionalErrors: tppMessages(faults).tppMessages,
});
