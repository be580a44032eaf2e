// Tries to smuggle requests past both gateways in containers of their own: HAProxy with the image, configuration and limits of the compose
// file, Node's from the image of the bank, each plain and over TLS, before a witness with the services' parser and before a lenient one.
// Prints one line a check. Needs a Docker engine and openssl: `npm run check -- smuggling`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'open-banking-smuggling-'));
chmodSync(folder, 0o755);
process.env.CHECK_PROJECT = 'open-banking-smuggling';
process.env.CHECK_COMPOSE_FILES = join(folder, 'compose.json');
const { check, compose, failures, within } = await import('./check/stack.mjs');
const { parsers, protocols, smugglingStack, witnessPort } = await import('./check/smuggling-stack.mjs');
const { openlySent, smugglingReport } = await import('../gateway/test/smuggling-attack.ts');
const { pathsReport } = await import('../gateway/test/smuggling-paths.ts');

/** A certificate that is its own authority: for the gateways' listeners, and whose clients they would know. */
function makeCertificate(folder) {
  const [key, certificate] = ['key.pem', 'clients.pem'].map((name) => join(folder, name));
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', certificate, ...subject],
    { stdio: 'ignore' },
  );
  // HAProxy reads the key from the same file, Node ignores it there.
  writeFileSync(join(folder, 'server.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  for (const name of ['key.pem', 'clients.pem', 'server.pem']) chmodSync(join(folder, name), 0o444);
}

const addressOf = async (service, port) => (await compose('port', service, String(port))).trim();

try {
  makeCertificate(folder);
  writeFileSync(process.env.CHECK_COMPOSE_FILES, JSON.stringify(smugglingStack(folder)));
  const up = await check('both gateways and both witnesses start', () => compose('up', '-d', '--build').then(() => true));
  if (!up) throw new Error('nothing was tried');
  const stands = Object.entries(parsers).flatMap(([parser, kind]) =>
    ['haproxy', 'node'].flatMap((gateway) => protocols.map(([protocol, port]) => ({ parser, kind, gateway, protocol, port }))),
  );
  await Promise.all(
    stands.map(async ({ parser, kind, gateway, protocol, port }) => {
      const witness = await addressOf(`${kind}-witness`, witnessPort);
      const seen = async () => (await fetch(`http://${witness}`)).json();
      const stand = { url: `${protocol}://${await addressOf(`${kind}-${gateway}`, port)}`, seen };
      const name = `${gateway} over ${protocol}, before ${parser}`;
      await check(`${name}: requests that are sent openly arrive and are answered`, () =>
        within(30_000, async () => assert.deepEqual(await openlySent(stand), { seen: 2, answered: 2 })),
      );
      await check(`${name}: no spelling of a path reaches what no client may, and each other arrives as it was sent`, () =>
        within(30_000, async () => assert.deepEqual(await pathsReport(stand), { changed: [], reached: [] })),
      );
      await check(`${name}: no hidden request reaches a service, and nobody has another's answer`, async () => {
        const { tries, ...outcome } = await smugglingReport(stand);
        assert.ok(tries > 140, `${tries} tries`);
        assert.deepEqual(outcome, { reached: [], robbed: [] });
      });
    }),
  );
} finally {
  await check('docker compose down -v', () => compose('down', '-v', '--remove-orphans'));
  rmSync(folder, { recursive: true, force: true });
}
const failed = failures();
process.stdout.write(failed ? `${failed} checks failed\n` : 'all checks passed\n');
process.exitCode = failed ? 1 : 0;
