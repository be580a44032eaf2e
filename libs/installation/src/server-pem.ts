import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';

/** Throws, in a sentence, unless the text of a gateway's `server.pem` holds a valid certificate and, unencrypted, its private key. */
export function checkServerPem(text: string, now = new Date()): void {
  const certificate = parsed(
    () => new X509Certificate(text),
    'holds no certificate (PEM): put the certificate, its chain and its key into it',
  );
  const key: KeyObject = parsed(() => createPrivateKey(text), 'holds no unencrypted private key (PEM): append the key of its certificate');
  if (!certificate.checkPrivateKey(key))
    throw new Error("The private key in server.pem is not that of its first certificate: put the bank's own certificate before its chain.");
  if (certificate.validToDate <= now) throw new Error(`The certificate in server.pem expired on ${certificate.validToDate.toISOString()}.`);
}

function parsed<T>(parse: () => T, wrong: string): T {
  try {
    return parse();
  } catch {
    throw new Error(`server.pem ${wrong}.`);
  }
}
