import { issuerHomes, type Issuer } from '@open-banking/spec';

/** Where one issuer stands: its identifier is its address, and the prefix of its endpoints, pages and cookies. */
export interface IssuerFacts {
  readonly id: Issuer;
  /** `{base_url}/v1.7/oauth/consents` */
  readonly issuer: string;
  /** `/v1.7/oauth/consents` */
  readonly path: string;
  readonly baseUrl: string;
}

export const issuerFacts = (id: Issuer, baseUrl: string): IssuerFacts =>
  ({ id, baseUrl, issuer: `${baseUrl}${issuerHomes[id].path}`, path: issuerHomes[id].path });
