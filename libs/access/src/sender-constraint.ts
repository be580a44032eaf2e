import { isFapi2, type Profile } from '@open-banking/config';
import { hash, type X509Certificate } from 'node:crypto';
import type { Introspection } from '@open-banking/contracts';
import { type Database, purgeAll } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import type { ClientCertificatesService } from './client-certificates.js';
import { clientClockSeconds } from './client-clock.js';
import { verifyDpopProof, invalidDpopProof } from './dpop-proof.js';
import { RecurringWork } from '@open-banking/http';
import { purgeProofs, rememberProof } from './dpop-proof.statements.js';

/** A request as far as it shows who sends the token. */
export interface SenderEvidence {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly path: string;
  /** The `DPoP` header. */
  readonly proof?: string;
  /** The certificate of the client's TLS connection. */
  readonly certificate?: X509Certificate;
}

export interface SenderConstraintSettings {
  readonly profile: Profile;
  /** The URLs at which clients reach this bank: a proof is for one of these. */
  readonly baseUrl: string;
  readonly tlsBaseUrl?: string;
}

/**
 * Checks that a token is presented by the client it was issued to: with a proof by the key, or over the certificate, that it is bound to.
 * The profiles of FAPI 2.0 refuse tokens that are bound to nothing.
 */
export class SenderConstraintService {
  constructor(
    private readonly database: Pick<Database, 'row' | 'rows'>,
    private readonly rules: SenderConstraintSettings,
    private readonly certificates: Pick<ClientCertificatesService, 'check'>,
  ) {}

  /** The authentication scheme that a client without a token is asked to use. */
  get scheme(): 'DPoP' | undefined {
    return isFapi2(this.rules.profile) ? 'DPoP' : undefined;
  }

  /** Throws, or returns a promise where it has to look something up. */
  check({ cnf }: Introspection, { scheme, token }: { scheme: string; token: string }, sending: SenderEvidence): Promise<void> | undefined {
    if (cnf?.jkt !== undefined) return this.holdsKey(cnf.jkt, scheme, token, sending);
    if (scheme === 'dpop') throw unfit('This token is bound to no key: present it as Bearer.');
    if (cnf?.['x5t#S256'] !== undefined) return this.certificates.check(heldCertificate(cnf['x5t#S256'], sending));
    if (isFapi2(this.rules.profile)) throw unfit('This bank takes tokens only that are bound to a key or a certificate.', 'DPoP');
    return undefined;
  }

  /** Proofs that are out of date need not be known any more. */
  @RecurringWork('purge-dpop-proofs', { everyMs: 60_000 })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeProofs, new Date());
  }

  private async holdsKey(thumbprint: string, scheme: string, token: string, { method, path, proof }: SenderEvidence): Promise<void> {
    if (scheme !== 'dpop') throw unfit('This token is bound to a key: present it as DPoP, with a proof.', 'DPoP');
    const { baseUrl, tlsBaseUrl } = this.rules;
    const [bare] = path.split('?');
    const shown = await verifyDpopProof(proof, {
      method,
      token,
      now: new Date(),
      addresses: [baseUrl, ...(tlsBaseUrl ? [tlsBaseUrl] : [])].map((origin) => origin + bare),
    });
    if (shown.thumbprint !== thumbprint) throw unfit('The proof is by another key than the one this token is bound to.', 'DPoP');
    const until = new Date(Date.now() + 2 * clientClockSeconds * 1_000);
    const first = await this.database.row(rememberProof, hash('sha256', `${shown.thumbprint} ${shown.jti}`, 'buffer'), until);
    if (!first) throw invalidDpopProof('This proof was used before: make a new one, with a new jti, for each request.');
  }
}

/** RFC 8705 §3: the thumbprint is of the certificate's DER. */
function heldCertificate(thumbprint: string, { certificate }: SenderEvidence): X509Certificate {
  if (certificate && hash('sha256', certificate.raw, 'base64url') === thumbprint) return certificate;
  throw unfit(
    certificate
      ? 'This token is bound to another certificate.'
      : 'This token is bound to a certificate: use it over TLS with that certificate, at the origin of mtls_endpoint_aliases.',
  );
}

const unfit = (text: string, scheme?: 'DPoP'): Refusal =>
  new Refusal([{ code: 'TOKEN_INVALID', text }], undefined, { tokenError: 'invalid_token', ...(scheme && { scheme }) });
