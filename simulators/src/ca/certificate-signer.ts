import { createPublicKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CertificateSigner } from '@open-banking/installation/addresses';
import type { ThirdPartyCertificate } from './third-party-certificate.js';

const bodyBytes = 32 * 1_024;
const [minBits, maxBits] = [2_048, 4_096];

/** What the portal asks for. `seconds`: how long it is valid; 0 or less: until that long ago. */
interface CertificateWish extends Pick<ThirdPartyCertificate, 'name' | 'organization' | 'roles'> {
  readonly use: 'seal' | 'web';
  /** PEM: a certificate signing request, of which the key alone counts, or a public key. */
  readonly request: string;
  readonly seconds: number;
}

/** What is wrong with a request, for the person who has pasted it. */
class UnusableRequest extends Error {}

export interface RunningSigner extends CertificateSigner {
  stop(): Promise<void>;
}

/**
 * Signs certificates for the portal in the process that has the sandbox's data folder. The portal, which strangers have accounts at, never
 * has the authority's key; whoever has its token can have certificates made, as everybody with an account can, and no authority.
 */
export async function startCertificateSigner(folder: string): Promise<RunningSigner> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    void answer(folder, token, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      // The portal, which asks, has been stopped before.
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(folder: string, token: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object = {}): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  try {
    if (!isToken(request.headers.authorization, token)) return send(401);
    const body = await readBody(request);
    switch (`${request.method} ${request.url}`) {
      case 'GET /authority':
        return send(200, { certificates: (await authorityIn(folder)).trusted });
      case 'POST /certificates':
        return send(200, await issued(folder, JSON.parse(body) as CertificateWish));
      case 'POST /revocations':
        return send(200, await revoked(folder, JSON.parse(body) as { readonly serialNumber: string }));
      default:
        return send(404);
    }
  } catch (error) {
    if (error instanceof UnusableRequest) send(422, { fault: error.message });
    else send(500);
  }
}

function isToken(header = '', token: string): boolean {
  const [given, kept] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    if ((bytes += part.length) > bodyBytes) throw new UnusableRequest('It is too long.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Loaded at the first request: the library of certificates takes 10 MB. */
const authorityIn = async (folder: string) => (await import('./sandbox-ca.js')).SandboxCa.open(folder);

async function issued(folder: string, { use, request, seconds, ...holder }: CertificateWish) {
  const publicKey = await publicKeyIn(request);
  refuseWeak(publicKey, use);
  const { certify } = await import('./third-party-certificate.js');
  const lengthMs = Math.max(seconds * 1_000, dayMs);
  const validUntil = Date.now() + seconds * 1_000;
  const notBefore = new Date(Math.min(Date.now() - 60_000, validUntil - lengthMs));
  const days = (validUntil - notBefore.getTime()) / dayMs;
  return { certificate: await certify(await authorityIn(folder), publicKey, { ...holder, use, notBefore, days }) };
}

const dayMs = 86_400_000;

async function revoked(folder: string, { serialNumber }: { readonly serialNumber: string }) {
  if (!/^[0-9a-f]{2,40}$/i.test(serialNumber)) throw new UnusableRequest('This is no serial number.');
  const { Revocations } = await import('./revocations.js');
  await new Revocations(await authorityIn(folder), folder).add(serialNumber);
  return {};
}

async function publicKeyIn(text: string): Promise<KeyObject> {
  if (text.includes('PRIVATE KEY'))
    throw new UnusableRequest('This is a private key, which is now compromised: make another one, and paste its request or public key.');
  // Outside the try: a module that cannot be loaded is no fault of the request. It is loaded when needed, as its packages are large.
  const { keyOfSigningRequest } = await import('./signing-request.js');
  try {
    if (text.includes('CERTIFICATE REQUEST')) return await keyOfSigningRequest(text);
    if (text.includes('PUBLIC KEY')) return createPublicKey(text);
  } catch {
    throw new UnusableRequest('This cannot be read: it is damaged, or not whole.');
  }
  throw new UnusableRequest('Paste the lines from -----BEGIN CERTIFICATE REQUEST----- (or PUBLIC KEY) to the END line.');
}

function refuseWeak(
  { asymmetricKeyType: type, asymmetricKeyDetails: { modulusLength = 0, namedCurve } = {} }: KeyObject,
  use: 'seal' | 'web',
): void {
  if (type === 'rsa' && modulusLength >= minBits && modulusLength <= maxBits) return;
  if (use === 'web' && type === 'ec' && namedCurve === 'prime256v1') return;
  throw new UnusableRequest(
    use === 'web'
      ? 'The key must be an RSA key of 2,048 to 4,096 bits or an EC key of the curve P-256.'
      : 'The key must be an RSA key of 2,048 to 4,096 bits: requests are signed with rsa-sha256.',
  );
}
