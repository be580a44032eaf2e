import { idHash } from '@open-banking/issuer';

/** Whose a client or customer is, as it is stored. Beside the hashes of networks in the same column: no network is written like this. */
export const developerHash = (developerId: string): Buffer => idHash(`developer ${developerId}`);
