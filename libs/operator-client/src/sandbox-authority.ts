import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Makes this process trust the sandbox's authority, which issued the certificate of a bank with an https base URL. */
export function trustAuthorityOf({ baseUrl, caFolder }: { readonly baseUrl: string; readonly caFolder?: string | undefined }): void {
  const file = caFolder === undefined ? undefined : join(caFolder, 'ca.pem');
  if (!baseUrl.startsWith('https:') || file === undefined || !existsSync(file)) return;
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
}
