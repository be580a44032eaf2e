// Creates the passwords of the database server and of the store of limits on the first run. Each container mounts only the part
// of the volume it needs.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';

/** Both servers run as users of their own, so their files are readable by anyone who has the folder. */
function write(file, content) {
  writeFileSync(`${file}.new`, content);
  chmodSync(`${file}.new`, 0o444);
  renameSync(`${file}.new`, file);
}

for (const [server, filesOf] of Object.entries({
  postgres: () => ({}),
  // Valkey reads its password from its configuration file only; the other options are in docker-compose.yml.
  valkey: (password) => ({ 'password.conf': `requirepass ${password}\n` }),
})) {
  const folder = `/secrets/${server}`;
  mkdirSync(folder, { recursive: true });
  if (existsSync(`${folder}/password`)) continue;
  const password = randomBytes(24).toString('base64url');
  // The password last: a run that was interrupted begins again.
  for (const [name, content] of Object.entries(filesOf(password))) write(`${folder}/${name}`, content);
  write(`${folder}/password`, password);
}
