import { hashed } from '@open-banking/issuer';

/** Whose client it is. Beside the hashes of networks in the same column: no network is written like this. */
export const developerHash = (developerId: string): Buffer => hashed(`developer ${developerId}`);
