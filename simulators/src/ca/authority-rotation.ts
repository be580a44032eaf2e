import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceText } from '@open-banking/installation/data-folder';
import { makeTrustFiles } from './make-trust-files.js';
import { certificatesIn, certificateKey, makeAuthority, SandboxCa } from './sandbox-ca.js';

/** Where the files of the sandbox's authority are. */
export interface AuthorityFolders {
  /** ca.pem, ca.key.pem, server.pem, server.key.pem. */
  readonly authority: string;
  /** What the services read, where that is another folder. */
  readonly trust?: string | undefined;
  /** clients.pem and server.pem of a gateway with a folder of its own. */
  readonly gateway?: string | undefined;
}

/** The gateway runs as another user. */
const readableByAll = 0o444;

const filesOf = ({ authority }: AuthorityFolders) => ({ certificates: join(authority, 'ca.pem'), keys: join(authority, 'ca.key.pem') });

/**
 * Gives the sandbox a new authority, which issues from now on; the previous one stays trusted until `endAuthorityRotation`. Whoever
 * checks certificates trusts both before the new one issues any. The bank's own certificate stays until the end, so that third parties
 * can take up the new authority first. Run again, it completes a rotation that was interrupted, and never begins another one.
 */
export async function rotateAuthority(folders: AuthorityFolders): Promise<void> {
  const { certificates, keys } = filesOf(folders);
  const before = readFileSync(certificates, 'utf8');
  if (certificatesIn(before).length === 1) {
    const made = await makeAuthority();
    // The certificate says which key is in use, so the key may be there first.
    replaceText(keys, made.privateKey + certificateKey(before, readFileSync(keys, 'utf8')));
    trust(folders, made.certificate + before);
    replaceText(certificates, made.certificate + before);
  } else trust(folders, before);
  await makeTrustFiles(folders.authority, folders.trust);
}

/** Ends a rotation: the bank's certificate comes from the new authority, and the previous one is no longer trusted. */
export async function endAuthorityRotation(folders: AuthorityFolders): Promise<void> {
  const { certificates, keys } = filesOf(folders);
  const ca = await SandboxCa.open(folders.authority);
  if (certificatesIn(ca.trusted).length === 1) throw new Error('No rotation of the authority is under way.');
  const { certificate, privateKey } = await ca.newServerCertificate();
  replaceText(join(folders.authority, 'server.key.pem'), privateKey);
  replaceText(join(folders.authority, 'server.pem'), certificate);
  if (folders.gateway !== undefined) replaceText(join(folders.gateway, 'server.pem'), certificate + privateKey, readableByAll);
  trust(folders, ca.certificate);
  replaceText(keys, certificateKey(ca.certificate, readFileSync(keys, 'utf8')));
  // Last: until here the end can be run again.
  replaceText(certificates, ca.certificate);
}

function trust({ trust: folder, gateway }: AuthorityFolders, trusted: string): void {
  if (folder !== undefined)
    for (const name of ['ca.pem', 'clients.pem'])
      if (name === 'ca.pem' || existsSync(join(folder, name))) replaceText(join(folder, name), trusted);
  if (gateway !== undefined) replaceText(join(gateway, 'clients.pem'), trusted, readableByAll);
}
