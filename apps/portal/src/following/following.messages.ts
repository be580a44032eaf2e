import Type, { type Static } from 'typebox';
import { cursorPattern, maxFollowed } from './follow-cursor.js';

/** How a log is followed. */
export const FollowQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        pattern: cursorPattern,
        'x-must': 'be the `cursor` of an earlier answer',
        description: `The \`cursor\` of the answer before: what came after it, the oldest first, ${maxFollowed} at most. Without it: the latest ${maxFollowed}.`,
        examples: ['1795996800000-0'],
      }),
    ),
    clientId: Type.Optional(
      Type.String({
        pattern: '^[!-~]{1,100}$',
        'x-must': 'be the id of a client',
        description: "One of the developer's clients. Default: all of them.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type FollowQuery = Static<typeof FollowQuery>;

export const Cursor = Type.String({
  description:
    'The value of `after` for the next request. It stays ten seconds behind, so that late entries are not missed: entries of the last seconds are returned again, with the same `entryId`.',
});

export const EntryId = Type.String({ description: 'Id of the entry. Readers skip the entries that they have seen.' });
