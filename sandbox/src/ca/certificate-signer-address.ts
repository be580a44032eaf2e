/** Where the portal has certificates signed, and what it shows there. */
export interface CertificateSigner {
  readonly url: string;
  readonly token: string;
}
