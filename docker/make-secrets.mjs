// Makes the database server's password, once. The volume it lies in is shown to each container only as far as it needs.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';

const folder = '/secrets/postgres';
const file = `${folder}/password`;
mkdirSync(folder, { recursive: true });
if (!existsSync(file)) {
  writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'));
  // PostgreSQL runs as another user than we do, and this folder is all it is shown.
  chmodSync(`${file}.new`, 0o444);
  renameSync(`${file}.new`, file);
}
