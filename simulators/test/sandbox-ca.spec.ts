import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SandboxCa } from '../src/ca/index.js';

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
});
