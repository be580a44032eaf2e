// Prints an override of the compose file in which one service runs the code compiled here, and all others their image
// (docs/development.md): node docker/from-source.mjs cards | docker compose -f docker-compose.yml -f - up -d --no-build --no-deps --wait
// cards
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [service] = process.argv.slice(2);
if (!service || !existsSync(`${root}apps/${service}/dist/bundle/main.js`)) {
  console.error(`Give a compiled service, one of the folders in apps/: ${service ?? 'none was given'}. \`npm run compile\` compiles them.`);
  process.exit(1);
}

/** Its bundle, the files that bundles share, and its migrations. The container keeps its secrets, networks and limits. */
const volumes = [`apps/${service}/dist/bundle`, `apps/${service}/migrations`, 'build/dist'].map((folder) => ({
  type: 'bind',
  source: `${root}${folder}`,
  target: `/bank/${folder}`,
  read_only: true,
}));
console.log(JSON.stringify({ services: { [service]: { volumes, deploy: { replicas: 1 } } } }, null, 2));
