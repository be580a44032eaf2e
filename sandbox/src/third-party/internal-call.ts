import type { Operation, Service } from '@open-banking/spec';
import { importJWK, SignJWT, type JWK } from 'jose';
import type { OperatorFile } from '../operator-file/operator-file.js';
import { exchange, type HttpResponse } from './exchange.js';

/** Calls an internal operation as the installation's own operator or as a named one. A body of another type than JSON is given as its text. */
export async function internalCall(
  {
    internal,
    operatorKey,
    operatorName,
    requestId,
  }: Pick<OperatorFile, 'internal' | 'operatorKey' | 'operatorName'> & { readonly requestId?: string },
  service: Service,
  { id, method, path }: Pick<Operation, 'id' | 'method' | 'path'>,
  body?: unknown,
  params: Readonly<Record<string, string>> = {},
  type = 'application/json',
): Promise<HttpResponse> {
  const home = internal?.[service];
  if (!home) throw new Error('The bank is not running (its operator file has no addresses): start it with npm start.');
  const signed = await new SignJWT({ operation: id })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(operatorName === undefined ? 'operator' : `operator:${operatorName}`)
    .setAudience(service)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(await importJWK(operatorKey as JWK, 'EdDSA'));
  return exchange(home + path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')), {
    method,
    ...(body !== undefined && { body: type === 'application/json' ? JSON.stringify(body) : String(body) }),
    headers: {
      authorization: `Bearer ${signed}`,
      ...(requestId !== undefined && { 'x-request-id': requestId }),
      ...(body !== undefined && { 'content-type': type }),
    },
  });
}
