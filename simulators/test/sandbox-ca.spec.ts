import 'reflect-metadata';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BasicConstraintsExtension, PemConverter, X509CertificateGenerator, X509Crl } from '@peculiar/x509';
import { sealingNumbers, Trust } from '@open-banking/access/signature';
import { certify, endAuthorityRotation, makeTrustFiles, Revocations, rotateAuthority, SandboxCa, trustFiles } from '../src/ca/index.js';

const es256 = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };
const typesOf = (name: string): string =>
  name
    .split('\n')
    .map((line) => line.split('=', 1)[0])
    .join(' ');

/** An authority as release 0.2 made it: its name is encoded in the order in which it is written. */
async function writeEarlierAuthority(folder: string): Promise<void> {
  const keys = (await crypto.subtle.generateKey(es256, true, ['sign', 'verify'])) as CryptoKeyPair;
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: 'CN=Open Banking Sandbox CA,O=Demo Bank,C=IL',
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_650 * 86_400_000),
    keys,
    signingAlgorithm: es256,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  writeFileSync(join(folder, 'ca.pem'), `${made.toString('pem')}\n`);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  writeFileSync(join(folder, 'ca.key.pem'), `${PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`);
}

describe('the certificate authority of a sandbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-ca-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is created once, is self-signed and may sign only end-entity certificates', async () => {
    const [first, again] = [await SandboxCa.open(folder), await SandboxCa.open(folder)];
    const authority = new X509Certificate(first.certificate);
    expect(again.certificate).toBe(first.certificate);
    expect(authority.ca).toBe(true);
    expect(authority.verify(authority.publicKey)).toBe(true);
  });

  it("issues certificates for clients and for the bank's own listener, with their keys", async () => {
    const ca = await SandboxCa.open(folder);
    const authority = new X509Certificate(ca.certificate);
    for (const { certificate, privateKey } of [await ca.clientCertificate('CN=tpp,O=Example,C=IL'), await ca.serverCertificate(folder)]) {
      const leaf = new X509Certificate(certificate);
      expect(leaf.checkIssued(authority) && leaf.verify(authority.publicKey)).toBe(true);
      expect(leaf.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
      expect(leaf.ca).toBe(false);
    }
    expect(new X509Certificate((await ca.serverCertificate(folder)).certificate).checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(new X509Certificate((await ca.clientCertificate('CN=tpp,O=Example,C=IL')).certificate).subject).toContain('CN=tpp');
  });

  it('encodes names with the country first, as qualified certificates have them', async () => {
    const ca = await SandboxCa.open(folder);
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const thirdParty = await certify(ca, publicKey, { use: 'web', name: 'A, "B" = C', organization: 'PSDIL-BOI-1', roles: [] });
    const [own, server, client, web] = [
      ca.certificate,
      (await ca.newServerCertificate()).certificate,
      (await ca.clientCertificate('CN=tpp,O=Example,C=IL')).certificate,
      thirdParty,
    ].map((pem) => new X509Certificate(pem));
    expect([own, server, client].map((one) => typesOf(one!.subject))).toEqual(['C O CN', 'C O CN', 'C O CN']);
    expect(typesOf(web!.subject)).toBe('C O organizationIdentifier CN');
    expect(web!.subject).toContain('O=A\\, \\"B\\" = C\n');
    expect(web!.issuer).toBe(own!.subject);
  });
});

describe('the authority of a sandbox that release 0.2 installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'open-banking-earlier-ca-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('keeps its name, and its certificates and lists name it; after a rotation both are trusted, and then the new one', async () => {
    await writeEarlierAuthority(folder);
    await makeTrustFiles(folder);
    const ca = await SandboxCa.open(folder);
    const earlier = new X509Certificate(ca.certificate);
    expect(typesOf(earlier.subject)).toBe('CN O C');
    const issued = async () =>
      new X509Certificate((await (await SandboxCa.open(folder)).clientCertificate('CN=tpp,O=Example,C=IL')).certificate);
    const leaf = await issued();
    expect([leaf.checkIssued(earlier), leaf.verify(earlier.publicKey), typesOf(leaf.subject)]).toEqual([true, true, 'C O CN']);
    const list = new X509Crl(PemConverter.decodeFirst(readFileSync(trustFiles(folder).revoked, 'utf8')));
    expect(list.issuer).toBe('CN=Open Banking Sandbox CA, O=Demo Bank, C=IL');

    const revoked = await issued();
    await new Revocations(ca, folder).add(revoked.serialNumber);

    await rotateAuthority({ authority: folder });
    // The list is now that of the next authority, whose name has another order.
    const trust = () => new Trust({ anchors: trustFiles(folder).anchors, revocationLists: [trustFiles(folder).revoked] });
    expect(await trust().endOf(sealingNumbers(revoked), new Date())).toBe('CERTIFICATE_REVOKED');
    expect(await trust().endOf(sealingNumbers(leaf), new Date())).toBeUndefined();
    const during = await SandboxCa.open(folder);
    expect(during.trusted).toContain(ca.certificate.trim());
    const next = new X509Certificate(during.certificate);
    expect([typesOf(next.subject), (await issued()).checkIssued(next)]).toEqual(['C O CN', true]);
    await endAuthorityRotation({ authority: folder });
    expect((await SandboxCa.open(folder)).trusted.trim()).toBe(during.certificate.trim());
  });
});
