import { randomUUID } from 'node:crypto';
import { refuseBreach } from '@open-banking/messages';
import type { Operation, Service } from '@open-banking/spec';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { exchange, type HttpResponse } from './exchange.js';

/**
 * Calls an internal operation as the installation's own operator or as a named one. A body of another type than JSON is given as its text.
 * Throws where the response breaks the operation's contract.
 */
export async function internalCall(
  {
    internal,
    operatorKey,
    operatorName,
    requestId = randomUUID(),
  }: Pick<OperatorFile, 'internal' | 'operatorKey' | 'operatorName'> & { readonly requestId?: string },
  service: Service,
  { id, method, path }: Pick<Operation, 'id' | 'method' | 'path'>,
  body?: unknown,
  params: Readonly<Record<string, string>> = {},
  type = 'application/json',
): Promise<HttpResponse> {
  const home = internal?.[service];
  if (!home) throw new Error('The bank is not running (its operator file has no addresses): start it with npm start.');
  const address = home + path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const answer = await exchange(address, async () => ({
    method,
    ...(body !== undefined && { body: type === 'application/json' ? JSON.stringify(body) : String(body) }),
    headers: {
      authorization: `Bearer ${await signedFor(service, id, operatorKey, operatorName)}`,
      'x-request-id': requestId,
      ...(body !== undefined && { 'content-type': type }),
    },
  }));
  await checkResponse(service, id, answer);
  return answer;
}

async function checkResponse(service: Service, id: string, { status, text, body }: HttpResponse): Promise<void> {
  if (status < 200 || status > 299 || text === '') return;
  // All contracts are a quarter of a megabyte: they are loaded at the first call, not by each command and test file.
  const { contractById } = await import('@open-banking/contracts/contract-by-id');
  refuseBreach(`${service} answered ${id} with ${status}`, contractById.get(id)?.response, body);
}

const signedFor = async (
  service: Service,
  operation: string,
  operatorKey: OperatorFile['operatorKey'],
  operatorName: string | undefined,
): Promise<string> =>
  new SignJWT({ operation })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(operatorName === undefined ? 'operator' : `operator:${operatorName}`)
    .setAudience(service)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(await importJWK(operatorKey as JWK, 'EdDSA'));
