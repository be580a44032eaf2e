import { statement } from '@open-banking/database';
import type { StoredClientCertificate } from './client-certificate.entity.js';

/** The newest first. */
export const listCertificates = statement<StoredClientCertificate, [clientId: string, max: number]>(
  'certificates.list',
  /* sql */ `
  select serial_number as "serialNumber", client_id as "clientId", use, certificate, issued_at as "issuedAt", expires_at as "expiresAt", revoked_at as "revokedAt"
  from client_certificate where client_id = $1
  order by issued_at desc limit $2
`,
);

/** Removes certificates that ended long ago. */
export const forgetCertificates = statement<never, [clientId: string, before: Date]>(
  'certificates.forget',
  'delete from client_certificate where client_id = $1 and expires_at < $2',
);

/** No row: the client has no such certificate that could still be revoked. */
export const noteRevoked = statement<{ serialNumber: string }, [clientId: string, serialNumber: string, now: Date]>(
  'certificates.note-revoked',
  /* sql */ `
  update client_certificate set revoked_at = $3 where serial_number = $2 and client_id = $1 and revoked_at is null
  returning serial_number as "serialNumber"
`,
);
