import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replaceText } from '../bank/data-folder.js';

/** What the services read to know whose certificates to believe. */
export interface TrustFiles {
  readonly anchors: string;
  readonly revoked: string;
  readonly blocked: string;
}

export const trustFiles = (folder: string): TrustFiles => ({
  anchors: join(folder, 'ca.pem'),
  revoked: join(folder, 'revoked.crl.pem'),
  blocked: join(folder, 'blocked.txt'),
});

/** Makes what is missing of the authority in `folder`, and signs its list of revoked certificates anew; `trust` gets what the services read. What writes certificates takes 0.2 s to load. */
export async function makeTrustFiles(folder: string, trust = folder): Promise<void> {
  const [{ SandboxCa }, { Revocations }] = await Promise.all([import('./sandbox-ca.js'), import('./revocations.js')]);
  const ca = await SandboxCa.open(folder);
  const { anchors, blocked } = trustFiles(trust);
  if (trust !== folder) replaceText(anchors, ca.certificate);
  await new Revocations(ca, trust).renew();
  if (!existsSync(blocked)) replaceText(blocked, '');
}
