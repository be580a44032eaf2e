import { createPublicKey, type KeyObject } from 'node:crypto';
import 'reflect-metadata';
import { Pkcs10CertificateRequest } from '@peculiar/x509';

/** The key of a certificate signing request (PKCS #10, PEM). Throws unless the request is signed with that key. */
export async function keyOfSigningRequest(pem: string): Promise<KeyObject> {
  const request = new Pkcs10CertificateRequest(pem);
  if (!(await request.verify())) throw new Error('the signature is not of this key');
  return createPublicKey({ key: Buffer.from(request.publicKey.rawData), format: 'der', type: 'spki' });
}
