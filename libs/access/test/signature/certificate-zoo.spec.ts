import 'reflect-metadata';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import { sealingCertificate } from '../../src/signature/sealing-certificate.js';
import { Trust } from '../../src/signature/trust.js';

const rsa = (hash = 'SHA-256', modulusLength = 2_048) => ({
  name: 'RSASSA-PKCS1-v1_5',
  hash,
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength,
});
type Keys = Awaited<ReturnType<typeof keysOf>>;
const keysOf = () => crypto.subtle.generateKey(rsa(), true, ['sign', 'verify']);
const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

interface CertificateRequest {
  readonly name?: string;
  readonly issuer?: string;
  readonly signer: Keys;
  readonly subject: Keys;
  readonly hash?: string;
  readonly from?: number;
  readonly to?: number;
  readonly isAuthority?: boolean;
  readonly usages?: KeyUsageFlags;
  readonly serialNumber?: string;
  readonly more?: readonly Extension[];
}

/** The same key for signatures with this hash: the library signs with that of the key. */
const signingWith = async ({ privateKey }: Keys, hash = 'SHA-256'): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', await crypto.subtle.exportKey('pkcs8', privateKey), rsa(hash), true, ['sign']);

const issued = async ({
  name = 'Client',
  issuer = 'Authority',
  signer,
  subject,
  hash,
  ...asked
}: CertificateRequest): Promise<X509Certificate> =>
  X509CertificateGenerator.create({
    serialNumber: asked.serialNumber ?? '07',
    subject: `CN=${name}`,
    issuer: `CN=${issuer}`,
    notBefore: inDays(asked.from ?? -1),
    notAfter: inDays(asked.to ?? 30),
    signingAlgorithm: rsa(hash),
    publicKey: subject.publicKey,
    signingKey: await signingWith(signer, hash),
    extensions: [
      new BasicConstraintsExtension(asked.isAuthority ?? false, undefined, true),
      new KeyUsagesExtension(asked.usages ?? KeyUsageFlags.digitalSignature, true),
      ...(asked.more ?? []),
    ],
  });

describe('a certificate for signatures', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-zoo-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [anchors, list, blocked] = ['anchors.pem', 'revoked.pem', 'blocked.txt'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  let authority: Keys;
  let client: Keys;
  let other: Keys;
  let past: Keys;
  let stopped: X509Certificate;
  let trust: Trust;

  beforeAll(async () => {
    [authority, client, other, past] = await Promise.all([keysOf(), keysOf(), keysOf(), keysOf()]);
    const signs = { usages: KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, isAuthority: true };
    const roots = await Promise.all([
      issued({ name: 'Authority', signer: authority, subject: authority, ...signs }),
      issued({ name: 'Ended Authority', issuer: 'Ended Authority', signer: past, subject: past, from: -60, to: -1, ...signs }),
      issued({ name: 'No Authority', issuer: 'No Authority', signer: other, subject: other }),
    ]);
    writeFileSync(anchors, roots.map((root) => root.toString('pem')).join('\n'));
    const revoked = await X509CrlGenerator.create({
      issuer: 'CN=Authority',
      thisUpdate: inDays(-1),
      nextUpdate: inDays(1),
      entries: [{ serialNumber: '66', revocationDate: inDays(-1) }],
      signingAlgorithm: rsa(),
      signingKey: authority.privateKey,
    });
    writeFileSync(list, revoked.toString('pem'));
    stopped = await issued({ signer: authority, subject: client, serialNumber: '0b' });
    writeFileSync(blocked, Buffer.from(await stopped.getThumbprint('SHA-256')).toString('hex'));
    trust = new Trust({ anchors, revocationLists: [list], blocked });
  });

  const refusal = async (certificate: X509Certificate) => trust.refuses(sealingCertificate(Buffer.from(certificate.rawData)), new Date());
  const good = () => issued({ signer: authority, subject: client });
  const zoo: Record<string, [make: () => Promise<X509Certificate>, code: string]> = {
    'has expired': [() => issued({ signer: authority, subject: client, from: -30, to: -1 }), 'CERTIFICATE_EXPIRED'],
    'is not valid yet': [() => issued({ signer: authority, subject: client, from: 1 }), 'CERTIFICATE_EXPIRED'],
    'was issued by another authority of the same name': [() => issued({ signer: other, subject: client }), 'CERTIFICATE_INVALID'],
    'was issued by an unknown authority': [() => issued({ issuer: 'Unknown', signer: other, subject: client }), 'CERTIFICATE_INVALID'],
    'signed itself': [() => issued({ issuer: 'Client', signer: client, subject: client }), 'CERTIFICATE_INVALID'],
    'was issued by a certificate that is no authority': [
      () => issued({ issuer: 'No Authority', signer: other, subject: client }),
      'CERTIFICATE_INVALID',
    ],
    'is an authority itself': [
      () =>
        issued({
          signer: authority,
          subject: client,
          isAuthority: true,
          usages: KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature,
        }),
      'CERTIFICATE_INVALID',
    ],
    'is not for signatures': [
      () => issued({ signer: authority, subject: client, usages: KeyUsageFlags.keyEncipherment }),
      'CERTIFICATE_INVALID',
    ],
    'was revoked': [() => issued({ signer: authority, subject: client, serialNumber: '66' }), 'CERTIFICATE_REVOKED'],
    'was signed with SHA-1': [() => issued({ signer: authority, subject: client, hash: 'SHA-1' }), 'CERTIFICATE_INVALID'],
    'has a critical extension that nobody here knows': [
      () => issued({ signer: authority, subject: client, more: [new Extension('1.3.6.1.4.1.99999.1', true, new Uint8Array([5, 0]))] }),
      'CERTIFICATE_INVALID',
    ],
    'is blocked': [() => Promise.resolve(stopped), 'CERTIFICATE_BLOCKED'],
    'was issued by an authority that has ended': [
      () => issued({ issuer: 'Ended Authority', signer: past, subject: client }),
      'CERTIFICATE_INVALID',
    ],
  };

  it('is believed with an extension that nobody here knows, where it is not critical', async () => {
    const more = [new Extension('1.3.6.1.4.1.99999.1', false, new Uint8Array([5, 0]))];
    expect(await refusal(await issued({ signer: authority, subject: client, more }))).toBeUndefined();
  });

  it.each(Object.keys(zoo))('is refused if it %s; one like it that does not is believed', async (name) => {
    const [make, code] = zoo[name]!;
    expect(await refusal(await make())).toBe(code);
    expect(await refusal(await good())).toBeUndefined();
  });
});
