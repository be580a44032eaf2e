#!/usr/bin/env bash
# Package: npm `@peculiar/x509` 2.2.0, with `reflect-metadata` 0.2.2; compared with OpenSSL.
# Expected: `name: 'CN=tpp,O=Example,C=IL'`, which its documentation calls RFC 2253, gives a certificate that begins with the country:
#   RFC 2253 §2.1 and RFC 4514 §2.1 write a name from its end.
# Observed: the relative names are encoded in the order of the text, CN first. OpenSSL and Java therefore print `C=IL,O=Example,CN=tpp` for
#   it, and a name that this library prints is reversed for every other reader. A hex pair such as `\C3\A9` becomes the text `C3A9`.
# Why people in this field meet it: `tls_client_auth_subject_dn` (RFC 8705 §2.1.2) and issuers in `keyId` are such texts. Certificates of a
#   test authority teach the wrong order, and the subject that worked there is refused in production.
# Remedy: give the names as JSON, `[{ C: ['IL'] }, { O: ['Example'] }, { CN: ['tpp'] }]`, in the order of the certificate.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf %s '{"private":true,"type":"module"}' >package.json
npm install --no-audit --no-fund @peculiar/x509@2.2.0 reflect-metadata@0.2.2 >install.log 2>&1 || { cat install.log; exit 1; }
cat >names.mjs <<'JS'
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { X509CertificateGenerator } from '@peculiar/x509';
const signingAlgorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const keys = await crypto.subtle.generateKey(signingAlgorithm, true, ['sign', 'verify']);
const order = async (name) => {
  const made = await X509CertificateGenerator.createSelfSigned({ serialNumber: '01', name, keys, signingAlgorithm });
  return new X509Certificate(Buffer.from(made.rawData)).subject.replaceAll('\n', ' | ');
};
const asText = await order(String.raw`CN=Caf\C3\A9,O=Example,C=IL`);
const asJson = await order([{ C: ['IL'] }, { O: ['Example'] }, { CN: ['Café'] }]);
console.log(`as text, in the order of the certificate: ${asText}`);
console.log(`as JSON, in the order of the certificate: ${asJson}`);
process.exitCode = asText === 'CN=CafC3A9 | O=Example | C=IL' && asJson === 'C=IL | O=Example | CN=Café' ? 0 : 1;
JS
if node names.mjs; then
  echo 'As described.'
else
  echo 'This has changed.'
  exit 1
fi
