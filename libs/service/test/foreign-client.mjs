// A third party that shares no code with the bank: what it knows is Berlin Group's description of signed requests, and
// the files that `openbank ca issue` wrote. Usage: node foreign-client.mjs <folder> <method> <url> <token> <consent id> [body]
import { createSign, createHash, randomUUID, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';

const [folder, method, url, token, consentId, body = ''] = process.argv.slice(2);
const certificate = new X509Certificate(readFileSync(`${folder}/certificate.pem`));
const values = {
  'x-request-id': randomUUID(),
  digest: `SHA-256=${createHash('sha256').update(body).digest('base64')}`,
  'consent-id': consentId,
  'psu-ip-address': '192.0.2.7',
};
const names = Object.keys(values);
const signer = createSign('RSA-SHA256');
signer.write(names.map((name) => `${name}: ${values[name]}`).join('\n'));
signer.end();
const signature = signer.sign(readFileSync(`${folder}/key.pem`), 'base64');
const keyId = `SN=${certificate.serialNumber},CA=${certificate.issuer.replaceAll('\n', ',')}`;

const sent = request(
  url,
  {
    method,
    headers: {
      ...values,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      signature: `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(' ')}",signature="${signature}"`,
      'tpp-signature-certificate': readFileSync(`${folder}/certificate.base64`, 'utf8').trim(),
    },
  },
  (answer) => {
    let text = '';
    answer.on('data', (chunk) => {
      text += chunk;
    });
    answer.on('end', () => process.stdout.write(`${answer.statusCode} ${text}`));
  },
);
sent.end(body);
