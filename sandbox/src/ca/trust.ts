import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** A bank whose base URL is https has its certificate from the sandbox's authority: this process trusts it from now on. */
export function trustAuthorityOf({ baseUrl, caFolder }: { readonly baseUrl: string; readonly caFolder?: string | undefined }): void {
  const file = caFolder === undefined ? undefined : join(caFolder, 'ca.pem');
  if (!baseUrl.startsWith('https:') || file === undefined || !existsSync(file)) return;
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
}
