import { withDescription, IsoDate } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const Size = Type.Integer({ minimum: 0 });
const SizeInQuery = Type.String({ pattern: '^\\d{1,12}$', 'x-must': 'be a whole number of at most 12 digits' });
const exact = { additionalProperties: false };

export const ReceiptHeadsQuery = Type.Object(
  {
    day: Type.Optional(
      withDescription(
        IsoDate,
        'The day whose heads are listed, in the bank’s time zone; without it the last head of each of the last 31 days.',
      ),
    ),
    after: Type.Optional(withDescription(SizeInQuery, 'Only heads of larger trees: `size` of the last head of the previous page.')),
  },
  exact,
);
export type ReceiptHeadsQuery = Static<typeof ReceiptHeadsQuery>;

/** Heads of the log; none of them says anything of a customer. */
export const ReceiptHeads = Type.Object({
  heads: withDescription(
    Type.Array(
      Type.Object({
        day: withDescription(IsoDate, 'The day of the log.'),
        size: withDescription(Size, 'How many leaves its tree had.'),
        head: withDescription(
          Type.String(),
          'The signed head: a compact JWS (RFC 7515), ES256, of `iss`, `day`, `size`, `root` (base64url) and `iat`.',
        ),
      }),
    ),
    'Signed heads.',
  ),
});

export const ConsistencyQuery = Type.Object(
  {
    day: withDescription(IsoDate, 'The day of the log.'),
    from: withDescription(SizeInQuery, '`size` of the earlier head.'),
    to: withDescription(SizeInQuery, '`size` of the later head.'),
  },
  exact,
);
export type ConsistencyQuery = Static<typeof ConsistencyQuery>;

export const ReceiptConsistency = Type.Object({
  proof: withDescription(Type.Array(Type.String()), 'The consistency proof of RFC 9162 §2.1.4, hashes in base64url.'),
});
