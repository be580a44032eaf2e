/** Why a payment came to nothing: ISO 20022 ExternalStatusReason1Code, and what the client is told of it. */
export const reasons = {
  NOAS: 'The customer did not approve the payment in time.',
  CUST: 'The customer decided against the payment.',
  AM04: 'There is not enough money on the debtor\'s account.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
  AC01: 'The creditor\'s bank knows no such account.',
  AC07: 'The creditor\'s account is closed.',
  AC14: 'The creditor\'s account is of a kind that cannot be paid to.',
  AM03: 'One of the accounts has another currency than the payment.',
  MS03: 'The creditor\'s bank gave no reason.',
} as const satisfies Record<string, string>;

export type PaymentReason = keyof typeof reasons;
