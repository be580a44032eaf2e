/** Why a transfer is rejected: ISO 20022 ExternalStatusReason1Code. */
export const rejections = {
  AC01: 'This bank has no account with this IBAN.',
  AC04: 'The account is closed.',
  AM03: 'The account is kept in another currency.',
} as const;
export type Rejection = keyof typeof rejections;
