import type { Profile, SignaturePolicy } from '@open-banking/config';
import { issuerHomes, type Issuer } from '@open-banking/spec';

/** The address of one issuer: its identifier is its address, and the prefix of its endpoints, pages and cookies. */
export interface IssuerFacts {
  readonly id: Issuer;
  /** `{base_url}/v1.7/oauth/consents` */
  readonly issuer: string;
  /** `/v1.7/oauth/consents` */
  readonly path: string;
  readonly baseUrl: string;
  /** The base URL for clients with a certificate. */
  readonly tlsBaseUrl?: string | undefined;
  readonly profile: Profile;
  readonly signedRequests: SignaturePolicy;
  /** Whether clients may register themselves here. */
  readonly sandbox: boolean;
}

export type BankFacts = Pick<IssuerFacts, 'baseUrl' | 'tlsBaseUrl' | 'profile' | 'signedRequests' | 'sandbox'>;

/** If every request of the interface must be signed, a request that cannot be signed creates nothing. */
export const takesDetails = ({ signedRequests }: Pick<IssuerFacts, 'signedRequests'>): boolean => signedRequests !== 'required';

export const issuerFacts = (id: Issuer, { baseUrl, tlsBaseUrl, profile, signedRequests, sandbox }: BankFacts): IssuerFacts => ({
  id,
  baseUrl,
  tlsBaseUrl,
  profile,
  signedRequests,
  sandbox,
  issuer: `${baseUrl}${issuerHomes[id].path}`,
  path: issuerHomes[id].path,
});
