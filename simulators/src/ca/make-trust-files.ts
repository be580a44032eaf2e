import { existsSync, readFileSync, statSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { replaceText } from '@open-banking/installation/data-folder';
import { renewBeforeMs } from './authority-validity.js';
import { trustFiles } from './trust-files.js';

/**
 * Makes what is missing of the authority in `folder`, and signs its list of revoked certificates where the authority is newer than the list, which is
 * valid as long as the authority; `trust` gets what the services read. What writes certificates takes 0.2 s to load.
 */
export async function makeTrustFiles(folder: string, trust = folder): Promise<void> {
  if (folder === trust && isComplete(folder)) return;
  const [{ SandboxCa }, { Revocations }] = await Promise.all([import('./sandbox-ca.js'), import('./revocations.js')]);
  const ca = await SandboxCa.open(folder);
  const { anchors, blocked } = trustFiles(trust);
  if (trust !== folder) replaceText(anchors, ca.trusted);
  await new Revocations(ca, trust).renew();
  if (!existsSync(blocked)) replaceText(blocked, '');
}

/** All files are there, and the authority in use has signed the list. */
function isComplete(folder: string): boolean {
  const { anchors, revoked, blocked } = trustFiles(folder);
  if (![anchors, join(folder, 'ca.key.pem'), revoked, blocked].every((file) => existsSync(file))) return false;
  if (statSync(revoked).mtimeMs <= statSync(anchors).mtimeMs) return false;
  return Date.parse(new X509Certificate(readFileSync(anchors)).validTo) - Date.now() > renewBeforeMs;
}
