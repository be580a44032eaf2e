import { randomUUID } from 'node:crypto';

/** The request id format of the specification: a UUID. HAProxy uses the same expression. */
export const requestIdPattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const expression = new RegExp(requestIdPattern);

/**
 * The id an answer carries when the service gave it none. The request's own header is passed on as it came:
 * that it is missing or malformed is for the service to refuse.
 */
export const requestIdFor = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && expression.test(sent) ? sent : randomUUID();
