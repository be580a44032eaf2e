import { withDescription } from '@open-banking/messages';
import Type, { type Static } from 'typebox';

const Text = Type.String();

/** "Grant Management for OAuth 2.0", draft 03: the answer to a query for the status of a grant. */
export const Grant = Type.Object(
  {
    scopes: withDescription(
      Type.Array(
        Type.Object(
          {
            scope: withDescription(Text, 'The scope that the customer approved, `AIS:<consentId>` for a consent.'),
            resources: withDescription(Type.Array(Type.String({ format: 'uri' })), 'Where it holds (RFC 8707).'),
          },
          { additionalProperties: false },
        ),
      ),
      'What the customer approved.',
    ),
    authorization_details: Type.Optional(
      withDescription(
        Type.Array(
          Type.Object(
            {
              type: withDescription(Text, '`consent` or `payment`.'),
              consentId: Type.Optional(withDescription(Text, 'The consent; reading it shows its state.')),
              paymentId: Type.Optional(withDescription(Text, 'The payment; reading it shows its state.')),
            },
            { additionalProperties: false },
          ),
        ),
        'The same as `authorization_details` (RFC 9396); absent at issuers that have no type for it.',
      ),
    ),
  },
  { $id: 'Grant', additionalProperties: false },
);
export type Grant = Static<typeof Grant>;
