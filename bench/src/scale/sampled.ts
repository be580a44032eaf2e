import type { Account } from '../payments/accounts.js';
import type { Served } from '../payments/served.js';

/** An account with the consent of its customer. The first one has the longest history. */
export interface SampledAccount {
  readonly accountId: string;
  readonly psuId: string;
  readonly consentId: string;
  readonly token: string;
}

/** The sample of a bank that is measured at one time: the tokens that it takes run out. */
export interface Sampled {
  readonly accounts: readonly SampledAccount[];
  readonly served: Served;
  readonly paying: readonly Account[];
}
