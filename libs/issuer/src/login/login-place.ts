import type { Issuer } from '@open-banking/spec';

/** The place where customers sign in: an issuer, or their own pages. */
export type LoginPlace = Issuer | 'customer';
