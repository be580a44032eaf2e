import { chmodSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { postgresUrlWithPassword } from '@open-banking/config';
import { changePassword } from '@open-banking/postgres-server';
import { replaceText } from './data-folder.js';
import { newPassword } from './databases.js';

/**
 * Gives the administrator of a server a new password and writes it to the file of the current one. `serverUrl` names the server and
 * the role. The next password waits beside the file, so that an interrupted rotation can be run again.
 */
export async function rotateAdministratorPassword(serverUrl: string, file: string): Promise<void> {
  const nextFile = `${file}.next`;
  if (!existsSync(nextFile)) replaceText(nextFile, newPassword());
  await changePassword(postgresUrlWithPassword(serverUrl, readFileSync(file, 'utf8').trim()), readFileSync(nextFile, 'utf8').trim());
  // Another user may have to read it, such as the server's in a container.
  chmodSync(nextFile, statSync(file).mode);
  renameSync(nextFile, file);
}
