import { randomUUID } from 'node:crypto';
import { registrationEndpoints } from '@open-banking/spec';
import { exchange } from '@open-banking/operator-client';
import { consentBody, type FloodClient } from './flood-clients.js';
import type { FloodRequest } from './sending.js';

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The gateway trusts this machine to name the address, as it does a TLS front. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const authorized = ({ token, address }: FloodClient) => ({
  ...from(address),
  authorization: `Bearer ${token}`,
  'x-request-id': randomUUID(),
  'psu-ip-address': '192.0.2.7',
  accept: 'application/json',
});

/** What floods consist of: the requests, and the statuses of those that do what was asked. */
export interface FloodKind {
  readonly name: string;
  readonly requests: readonly FloodRequest[];
  readonly expected: readonly number[];
  /** What one admitted request may leave in the database until it is purged, in bytes (docs/overload.md). */
  readonly maxBytes: number;
}

export const reads = (clients: readonly FloodClient[]): FloodKind => ({
  name: 'reads',
  requests: clients.map((client) => ({ path: `/v1.7/consents/${client.consentId}/status`, headers: authorized(client) })),
  expected: [200],
  maxBytes: 0,
});

/** Of a client within its limits, with the consent of a customer. */
export const permittedReads = (requests: readonly FloodRequest[]): FloodKind => ({
  name: 'within its limits',
  requests,
  expected: [200],
  maxBytes: 0,
});

export const writes = (clients: readonly FloodClient[]): FloodKind => ({
  name: 'consents',
  requests: clients.map((client) => ({
    method: 'POST',
    path: '/v1.7/consents',
    headers: { ...authorized(client), ...json },
    body: consentBody,
    isWrite: true,
  })),
  expected: [201],
  maxBytes: 8_192,
});

export const tokens = (clients: readonly FloodClient[]): FloodKind => ({
  name: 'tokens',
  requests: clients.map(({ address, basic }) => ({
    method: 'POST',
    path: '/v1.7/oauth/consents/token',
    headers: { ...from(address), ...form, authorization: `Basic ${basic}` },
    body: 'grant_type=client_credentials&scope=AIS',
  })),
  expected: [200],
  maxBytes: 3_072,
});

export const registrations = (addresses: readonly string[]): FloodKind => ({
  name: 'registrations',
  requests: addresses.map((address) => ({
    method: 'POST',
    path: registrationEndpoints.registerClient.path,
    headers: { ...from(address), ...json },
    body: JSON.stringify({ client_name: 'Flood', redirect_uris: ['http://127.0.0.1/back'] }),
  })),
  expected: [201],
  maxBytes: 4_096,
});

/** The beginnings of approvals, which anybody can begin who knows a client's address of authorization. */
export const authorizations = (clients: readonly FloodClient[], address?: string): FloodKind => ({
  name: 'approval pages',
  requests: clients.map((client) => ({
    path: client.authorize,
    headers: { ...from(address ?? client.address), accept: 'text/html' },
  })),
  expected: [302, 303],
  maxBytes: 4_096,
});

export const metadata = (address: string): FloodKind => ({
  name: 'metadata',
  requests: [{ path: '/.well-known/oauth-authorization-server/v1.7/oauth/consents', headers: from(address) }],
  expected: [200],
  maxBytes: 0,
});

/** Reads with a token that nobody has. */
export const strangers = (address: string): FloodKind => ({
  name: 'unknown tokens',
  requests: Array.from({ length: 50 }, () => ({
    path: `/v1.7/consents/${randomUUID()}/status`,
    headers: { ...from(address), authorization: `Bearer ${randomUUID()}`, 'x-request-id': randomUUID() },
  })),
  expected: [],
  maxBytes: 0,
});

/** Wrong passwords of logins that nobody has, one try each, in turn from these addresses. */
export async function signIns(baseUrl: string, addresses: readonly string[]): Promise<FloodKind> {
  const { headers, text } = await exchange(`${baseUrl}/customer`, { headers: { accept: 'text/html' } });
  const cookie = [headers['set-cookie']].flat().map((line) => line!.split(';', 1)[0]);
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1];
  if (csrf === undefined) throw new Error('the sign-in page has no form');
  return {
    name: 'sign-ins',
    requests: addresses.map((address) => ({
      method: 'POST',
      path: '/customer',
      headers: { ...from(address), ...form, accept: 'text/html', origin: baseUrl, cookie: cookie.join('; ') },
      body: new URLSearchParams({ csrf, step: 'sign-in', login: `nobody-${randomUUID()}`, password: 'wrong' }).toString(),
    })),
    expected: [422],
    maxBytes: 512,
  };
}
