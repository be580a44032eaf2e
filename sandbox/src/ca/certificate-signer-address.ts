/** The address at which the portal has certificates signed, and its credential there. */
export interface CertificateSigner {
  readonly url: string;
  readonly token: string;
}
