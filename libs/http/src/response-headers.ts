import type { IncomingHttpHeaders } from 'node:http';
import { isUuid } from './uuid.js';

/** The headers of every response of an API (RFC 9111 §5.2.2.5; nothing here may be cached, framed or sniffed). */
export const responseHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/**
 * Five minutes, for keys and metadata that an issuer publishes (`isPublished`). Less than the hour for which docs/notifications.md lets a
 * key set be kept: a new key is published a day before it signs, and one that has leaked is withdrawn at once.
 */
export const publishedCaching = { 'cache-control': 'max-age=300' } as const;

/**
 * The headers by which a service reports a request to the gateway in front of it, for the gateway's log: the operation of the table, and
 * the client, once it is known. The gateway removes both from the response.
 */
export const gatewayLogHeaders = { operation: 'x-openbank-operation', client: 'x-openbank-client' } as const;

/** The maintenance that is announced, on answers of the bank (docs/maintenance.md): `start=@1796518800, end=@1796526000`. */
export const maintenanceHeader = 'maintenance-window';

/**
 * FAPI 2.0 Implementation Advice §2.1.1: the id of an interaction, a UUID that a client sends and finds in the answer and in both sides'
 * logs.
 */
export const interactionHeader = 'x-fapi-interaction-id';

/** That header as a client sent it, where it is a UUID, for the answer. */
export const echoedInteraction = ({ [interactionHeader]: given }: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  isUuid(given) ? { [interactionHeader]: given } : {};
