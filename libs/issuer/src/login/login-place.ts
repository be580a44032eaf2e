import type { Issuer } from '@open-banking/spec';

/** Where customers sign in: at an issuer, or on their own pages. */
export type LoginPlace = Issuer | 'customer';
