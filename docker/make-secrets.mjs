// Creates the database server's password on the first run. Each container mounts only the part of the volume it needs.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';

const folder = '/secrets/postgres';
const file = `${folder}/password`;
mkdirSync(folder, { recursive: true });
if (!existsSync(file)) {
  writeFileSync(`${file}.new`, randomBytes(24).toString('base64url'));
  // PostgreSQL runs as a different user and mounts only this folder.
  chmodSync(`${file}.new`, 0o444);
  renameSync(`${file}.new`, file);
}
