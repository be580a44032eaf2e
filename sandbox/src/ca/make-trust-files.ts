import { existsSync } from 'node:fs';
import { replaceText } from '../data-folder/data-folder.js';
import { trustFiles } from './trust-files.js';

/** Makes what is missing of the authority in `folder`, and signs its list of revoked certificates anew; `trust` gets what the services read. What writes certificates takes 0.2 s to load. */
export async function makeTrustFiles(folder: string, trust = folder): Promise<void> {
  const [{ SandboxCa }, { Revocations }] = await Promise.all([import('./sandbox-ca.js'), import('./revocations.js')]);
  const ca = await SandboxCa.open(folder);
  const { anchors, blocked } = trustFiles(trust);
  if (trust !== folder) replaceText(anchors, ca.trusted);
  await new Revocations(ca, trust).renew();
  if (!existsSync(blocked)) replaceText(blocked, '');
}
