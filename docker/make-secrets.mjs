// Creates the passwords of the database servers and of the store of limits on the first run. Each container mounts only the part
// of the volume it needs.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The servers run as users of their own, so their files are readable by anyone who has the folder. */
function write(file, content) {
  writeFileSync(`${file}.new`, content);
  chmodSync(`${file}.new`, 0o444);
  renameSync(`${file}.new`, file);
}

const secret = () => randomBytes(24).toString('base64url');

for (const [server, filesOf] of Object.entries({
  postgres: () => ({}),
  // Valkey reads its password from its configuration file only; the other options are in docker-compose.yml.
  valkey: (password) => ({ 'password.conf': `requirepass ${password}\n` }),
})) {
  const folder = `/secrets/${server}`;
  mkdirSync(folder, { recursive: true });
  if (existsSync(`${folder}/password`)) continue;
  const password = secret();
  // The password last: a run that was interrupted begins again.
  for (const [name, content] of Object.entries(filesOf(password))) write(`${folder}/${name}`, content);
  write(`${folder}/password`, password);
}

// The role with which one PostgreSQL server copies and follows the other; docker/prepare.mjs creates it.
const replication = 'replication.password';
if (!existsSync(`/secrets/postgres/${replication}`)) write(`/secrets/postgres/${replication}`, secret());
mkdirSync('/secrets/standby', { recursive: true });
write(`/secrets/standby/${replication}`, readFileSync(`/secrets/postgres/${replication}`, 'utf8'));
