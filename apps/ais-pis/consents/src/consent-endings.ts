import { Refusal } from '@open-banking/messages';
import { lookupsInternal } from '@open-banking/spec';
import type { ConsentStatus } from './consent.js';

const byClient = { whileOpen: 'terminatedByTpp', onceValid: 'terminatedByTpp' } as const;
const byCustomer = { whileOpen: 'rejected', onceValid: 'revokedByPsu' } as const;

/**
 * The six ways in which a consent ends before its time, with its status afterwards: if it still waited for an approval, and if it was
 * valid. `audit` is the operation of the consent's own audit row; null if the command that ends the consent writes the row.
 */
export const consentEndings = {
  /** Its client deletes it. */
  deleted: { ...byClient, audit: null },
  /** A customer who approved it ends it on the bank's page. */
  revoked: { ...byCustomer, audit: 'endAccess' },
  /** An operator ends it, for its customer. */
  revokedByOperator: { ...byCustomer, audit: lookupsInternal.revokeConsent.id },
  /** Its client gives back the grant (Grant Management for OAuth 2.0, revoke). */
  grantRevoked: { ...byClient, audit: null },
  /** Its client is removed. */
  clientRemoved: { ...byClient, audit: null },
  /** A customer who approved it is erased. */
  customerErased: { ...byCustomer, audit: 'endAccess' },
} as const;

export type ConsentEnding = keyof typeof consentEndings;

/** 409: the consent has ended before; `status` says how. */
export const alreadyEnded = (status: ConsentStatus): Refusal =>
  new Refusal([{ code: 'STATUS_INVALID', text: `The consent has already ended: ${status}.` }]);
