import type { X509Certificate } from 'node:crypto';
import { Refusal, type Code } from '@open-banking/messages';
import type { Trust } from './signature/index.js';

/** The bank's lists of certificates that no longer count. Signed requests are checked against the same lists. */
export interface CertificateFiles {
  readonly trustAnchorsFile?: string | undefined;
  readonly tlsClientAnchorsFile?: string | undefined;
  readonly revocationListFiles: readonly string[];
  readonly blockedCertificatesFile?: string | undefined;
}

const ended: Readonly<Partial<Record<Code, string>>> = {
  CERTIFICATE_EXPIRED: 'The certificate of this TLS connection has expired or is not valid yet: connect with a valid one.',
  CERTIFICATE_REVOKED: 'The certificate of this TLS connection was revoked by its issuer: connect with another one.',
  CERTIFICATE_BLOCKED: 'The bank has blocked the certificate of this TLS connection: contact the bank.',
};

/**
 * Checks that the certificate of a client's TLS connection still counts. The gateway checks who issued it, once for a connection;
 * revocation is checked here at each request, so that an open connection or a resumed session outlives no certificate.
 */
export class ClientCertificatesService {
  private trust?: Promise<{ readonly trust: Trust; readonly sealingNumbers: typeof import('./signature/index.js').sealingNumbers }>;

  constructor(private readonly files: CertificateFiles) {}

  /** Throws the 401 of a certificate that expired, was revoked or is blocked; 503 where a list cannot be read or is out of date. */
  async check(certificate: X509Certificate): Promise<void> {
    if (this.files.revocationListFiles.length === 0 && this.files.blockedCertificatesFile === undefined) return;
    const { trust, sealingNumbers } = await (this.trust ??= this.load());
    const code = await trust.endOf(sealingNumbers(certificate), new Date());
    if (code) throw new Refusal([{ code, text: ended[code] }], undefined, { tokenError: 'invalid_token' });
  }

  /** The reader of lists takes 0.2 s to load, so it is loaded only if clients present certificates. */
  private async load() {
    const { sealingNumbers, Trust } = await import('./signature/index.js');
    const {
      trustAnchorsFile: anchors,
      tlsClientAnchorsFile: listIssuers,
      revocationListFiles: revocationLists,
      blockedCertificatesFile: blocked,
    } = this.files;
    return { trust: new Trust({ anchors, listIssuers, revocationLists, blocked }), sealingNumbers };
  }
}
