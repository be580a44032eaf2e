import type { Profile } from '@open-banking/access';
import { issuerHomes, type Issuer } from '@open-banking/spec';

/** Where one issuer stands: its identifier is its address, and the prefix of its endpoints, pages and cookies. */
export interface IssuerFacts {
  readonly id: Issuer;
  /** `{base_url}/v1.7/oauth/consents` */
  readonly issuer: string;
  /** `/v1.7/oauth/consents` */
  readonly path: string;
  readonly baseUrl: string;
  /** Where clients come with a certificate. */
  readonly tlsBaseUrl?: string | undefined;
  readonly profile: Profile;
}

export type BankFacts = Pick<IssuerFacts, 'baseUrl' | 'tlsBaseUrl' | 'profile'>;

export const issuerFacts = (id: Issuer, { baseUrl, tlsBaseUrl, profile }: BankFacts): IssuerFacts =>
  ({ id, baseUrl, tlsBaseUrl, profile, issuer: `${baseUrl}${issuerHomes[id].path}`, path: issuerHomes[id].path });
