import { isUnsupported, type Shapes } from '@open-banking/http';
import { codes, type Code, type FormatStatus } from '@open-banking/messages';
import { parametersOf, type Operation } from '@open-banking/spec';

/** A code an operation can be refused with, and the status it then has. */
export interface DocumentedRefusal {
  readonly status: number;
  readonly code: Code;
}

const refusals = (...named: Code[]): DocumentedRefusal[] => named.map((code) => ({ code, status: codes[code].status }));
const misformed = (...statuses: FormatStatus[]): DocumentedRefusal[] => statuses.map((status) => ({ code: 'FORMAT_ERROR', status }));

function ofToken({ token, path, permission, kind }: Operation): DocumentedRefusal[] {
  if (kind === 'sandbox') return refusals('TOKEN_UNKNOWN');
  if (!token) return [];
  return [
    ...refusals('TOKEN_UNKNOWN', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'SERVICE_BLOCKED'),
    ...(token.role ? refusals('ROLE_INVALID') : []),
    ...refusals(
      'SIGNATURE_MISSING',
      'SIGNATURE_INVALID',
      'CERTIFICATE_MISSING',
      'CERTIFICATE_INVALID',
      'CERTIFICATE_EXPIRED',
      'CERTIFICATE_REVOKED',
      'CERTIFICATE_BLOCKED',
      'TIMESTAMP_INVALID',
    ),
    ...(permission || token.kind === 'either' ? refusals('CONSENT_INVALID', 'CONSENT_EXPIRED') : []),
    ...(token.consent || path.includes('{consentId}') ? refusals('CONSENT_UNKNOWN') : []),
  ];
}

function ofResource({ path }: Operation): DocumentedRefusal[] {
  const names = parametersOf(path);
  return names.some((name) => name !== 'consentId' && name !== 'payment-product') ? refusals('RESOURCE_UNKNOWN') : [];
}

/** A write is done once: its X-Request-ID may be in progress, or taken by another body; an ended thing does not end again. */
const ofWrite = ({ method, limits }: Operation): DocumentedRefusal[] =>
  method !== 'GET' && limits === 'write' ? refusals('STATUS_INVALID') : [];

function ofQuery({ query }: Shapes): DocumentedRefusal[] {
  const parameters = (query as { properties?: Readonly<Record<string, { description?: string }>> } | undefined)?.properties ?? {};
  const has = (...wanted: string[]): boolean => wanted.some((name) => name in parameters);
  return [
    ...(has('dateFrom', 'dateTo') ? refusals('PERIOD_INVALID') : []),
    ...(Object.values(parameters).some(isUnsupported) ? refusals('PARAMETER_NOT_SUPPORTED') : []),
  ];
}

/** Every code that an operation can be refused with, by status: from its row and the schemas that validate it. */
export function refusalsOf(row: Operation, shapes: Shapes): DocumentedRefusal[] {
  const all = [
    ...misformed(400),
    ...ofToken(row),
    ...ofResource(row),
    ...ofWrite(row),
    ...ofQuery(shapes),
    // A body is read, where HTTP lets a request have one, and its type with it, before it is known that an operation takes none.
    ...(row.method === 'GET' ? [] : misformed(415)),
    ...misformed(408, 413, 414, 431),
    ...refusals(...(shapes.refuses ?? [])),
    ...refusals('REQUESTED_FORMATS_INVALID'),
    ...(row.limits === 'none' ? [] : refusals('ACCESS_EXCEEDED')),
    ...refusals('INTERNAL_SERVER_ERROR', 'SERVICE_UNAVAILABLE'),
  ];
  return all
    .filter((one, at) => all.findIndex(({ status, code }) => status === one.status && code === one.code) === at)
    .sort((a, b) => a.status - b.status);
}
