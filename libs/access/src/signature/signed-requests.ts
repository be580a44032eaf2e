import type { SignaturePolicy } from '@open-banking/config';
import { constants, hash, verify } from 'node:crypto';
import { Refusal, type Code } from '@open-banking/messages';
import type { Role, Token } from '@open-banking/spec';
import { digestFault } from './digest.js';
import { sameName } from './distinguished-name.js';
import { sealingCertificate, type SealingCertificate } from './sealing-certificate.js';
import { base64, signatureHeader, type SignatureHeader } from './signature-header.js';
import { headerOf, signingString, type Received } from './signing-string.js';
import type { Trust } from './trust.js';

/** The client that the token was given to. */
export interface Signer {
  readonly clientId: string;
  /** As registered; a client that registered none is named by its id. */
  readonly organization?: string;
}

const algorithms: Readonly<Record<string, string>> = { 'rsa-sha256': 'sha256', 'rsa-sha512': 'sha512' };
const mustSign = ['x-request-id', 'digest'];
const fewestBits = 2_048;
const maxSecondsApart = 300;
const maxKept = 1_000;

/**
 * Verifies signed requests (Berlin Group, the form of draft-cavage-http-signatures). On the real clock: keys and attackers know no other.
 */
export class SignedRequests {
  private readonly certificates = new Map<string, SealingCertificate>();

  constructor(
    private readonly trust: Trust,
    private readonly policy: SignaturePolicy,
  ) {}

  /** Throws the refusal of a request that is not signed as it should be by the client that asks. */
  async check(received: Received, token: Token, signer: Signer): Promise<void> {
    const [header, digest, encoded] = ['signature', 'digest', 'tpp-signature-certificate'].map((name) => headerOf(received, name));
    if (header === undefined && encoded === undefined && this.policy !== 'required') return checkDigest(digest, received.body);
    if (header === undefined)
      throw refused('SIGNATURE_MISSING', 'Signature', 'This header is required: sign x-request-id and digest at least.');
    if (encoded === undefined)
      throw refused(
        'CERTIFICATE_MISSING',
        certificateHeader,
        'This header is required with a signature: the certificate as base64 of its DER.',
      );
    const certificate = this.read(encoded);
    await this.believe(certificate);
    belongs(certificate, signer);
    mayActAs(certificate, token.role);
    if (digest === undefined) throw refused('SIGNATURE_INVALID', 'Digest', 'This header is required with a signature.');
    checkDigest(digest, received.body);
    checkDate(headerOf(received, 'date'), new Date());
    checkSignature(received, header, certificate);
  }

  private read(encoded: string): SealingCertificate {
    const key = hash('sha256', encoded, 'base64url');
    const known = this.certificates.get(key);
    if (known) return known;
    const certificate = parsed(encoded);
    if (this.certificates.size >= maxKept) this.certificates.delete(this.certificates.keys().next().value!);
    this.certificates.set(key, certificate);
    return certificate;
  }

  private async believe(certificate: SealingCertificate): Promise<void> {
    const code = await this.trust.refuses(certificate, new Date());
    if (code) throw refused(code, certificateHeader, whyNot[code]);
    const { asymmetricKeyType, asymmetricKeyDetails } = certificate.x509.publicKey;
    if (asymmetricKeyType !== 'rsa' || asymmetricKeyDetails!.modulusLength! < fewestBits)
      throw refused('CERTIFICATE_INVALID', certificateHeader, `Its key must be RSA with ${fewestBits} bits at least.`);
  }
}

const certificateHeader = 'TPP-Signature-Certificate';
const whyNot: Readonly<Partial<Record<Code, string>>> = {
  CERTIFICATE_INVALID: 'Must be issued, for signatures, by an authority that this bank trusts.',
};

const refused = (code: Code, path: string, text?: string): Refusal => new Refusal([{ code, path, ...(text !== undefined && { text }) }]);
const invalid = (path: string, text: string): Refusal => refused('SIGNATURE_INVALID', path, text);

function parsed(encoded: string): SealingCertificate {
  try {
    const der = base64(encoded);
    if (!der) throw new TypeError('not base64');
    return sealingCertificate(der);
  } catch (error) {
    throw new Refusal(
      [
        {
          code: 'CERTIFICATE_INVALID',
          path: certificateHeader,
          text: 'Must be a certificate as base64 of its DER, without the lines of PEM.',
        },
      ],
      error,
    );
  }
}

function belongs({ organization }: SealingCertificate, signer: Signer): void {
  if (organization === undefined || organization !== (signer.organization ?? signer.clientId)) {
    throw refused(
      'CERTIFICATE_INVALID',
      certificateHeader,
      'Its organizationIdentifier must be the one this client is registered with or, where it registered none, its client_id.',
    );
  }
}

function mayActAs({ roles }: SealingCertificate, role: Role | undefined): void {
  if (role && !roles.includes(role)) throw refused('ROLE_INVALID', certificateHeader, `The certificate does not name the role ${role}.`);
}

function checkDigest(digest: string | undefined, body: Buffer): void {
  const fault = digest === undefined ? undefined : digestFault(digest, body);
  if (fault) throw invalid('Digest', fault);
}

function checkDate(date: string | undefined, now: Date): void {
  if (date === undefined || Math.abs(Date.parse(date) - now.getTime()) <= maxSecondsApart * 1_000) return;
  throw refused(
    'TIMESTAMP_INVALID',
    'Date',
    `Must be the time of the request, within ${maxSecondsApart} seconds: at this bank it is ${now.toUTCString()}.`,
  );
}

function checkSignature(received: Received, header: string, certificate: SealingCertificate): void {
  const said = signatureHeader(header);
  if (typeof said === 'string') throw invalid('Signature', said);
  const fault = keyFault(said, certificate);
  if (fault) throw invalid('Signature', fault);
  const unsigned = mustSign.filter((name) => !said.headers.includes(name));
  if (unsigned.length > 0) throw invalid('Signature', `headers must name ${unsigned.join(' and ')}.`);
  const { bytes, missing } = signingString(received, said.headers);
  if (missing.length > 0) throw invalid('Signature', `headers names ${missing.join(', ').slice(0, 200)}, which did not come.`);
  const key = { key: certificate.x509.publicKey, padding: constants.RSA_PKCS1_PADDING };
  if (!verify(algorithms[said.algorithm], bytes, key, said.signature)) {
    throw invalid(
      'Signature',
      `Does not fit: sign one line "name: value" for each of ${said.headers.join(', ').slice(0, 200)}, in this order, joined by a line feed.`,
    );
  }
}

function keyFault({ serialNumbers, issuer, algorithm }: SignatureHeader, certificate: SealingCertificate): string | undefined {
  if (!algorithms[algorithm]) return algorithmFault(algorithm);
  if (!serialNumbers.includes(certificate.serialNumber)) return 'keyId names another serial number than the certificate has.';
  return sameName(issuer, certificate.issuer) ? undefined : 'keyId names another issuer than the certificate has.';
}

/** The signature does not cover its own header, so that software which always writes hs2019 needs one word replaced. */
const algorithmFault = (algorithm: string): string =>
  `algorithm must be ${Object.keys(algorithms).join(' or ')}.` +
  (algorithm === 'hs2019' ? ' hs2019 does not name one; the signature does not cover this word, so it can be replaced after signing.' : '');
