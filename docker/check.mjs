// Runs the compose file for real and prints one line a check: build, health, the first call, the gateway sweep, replicas that are
// replaced and killed under load, overload, a storm of faults (STORM_MINUTES, 10), a database that goes away and comes back.
// Needs a Docker engine: `npm run check -- compose`.
import assert from 'node:assert/strict';
import { services } from '@open-banking/spec';
import { sweep } from '../gateway/test/gateway-sweep.ts';
import { certificates, signedRequests, tlsVersions } from './check/certificates.mjs';
import { confined, contents, databaseBack, databaseGone, environments, jsonLogs, replicas, stopped } from './check/containers.mjs';
import { followed, ownSecrets, rebuilt } from './check/standby.mjs';
import { everyOperation, firstCall } from './check/first-call.mjs';
import { gatewayReload, killed, newImage, rollingRestart } from './check/fleet.mjs';
import { overload } from './check/overload.mjs';
import { rotations } from './check/rotations.mjs';
import { call, check, compose, docker, expect, failures, url, within } from './check/stack.mjs';
import { storm } from './check/storm.mjs';
import { traffic } from './check/traffic.mjs';

if (
  await docker('version', '-f', '{{.Server.Version}}').then(
    () => false,
    () => true,
  )
) {
  process.stdout.write('No Docker engine answers here: nothing was checked.\n');
  process.exit(2);
}
try {
  const up = await check('docker compose up -d --build --wait: all healthy', () =>
    compose('up', '-d', '--build', '--wait').then(() => true),
  );
  if (!up) process.stdout.write(`${await compose('ps', '-a')}\n${await compose('logs', '--tail', '8')}\n`);
  await check('only the gateway has a port on the host', async () => {
    const open = (
      await docker('ps', '--filter', 'label=com.docker.compose.project=open-banking-check', '--format', '{{.Names}} {{.Ports}}')
    )
      .split('\n')
      .filter((line) => line.includes('->'));
    assert.equal(open.length, 1, open.join('\n'));
    assert.match(open[0], /gateway/);
  });
  for (const service of [...services, 'postgres', 'standby', 'valkey', 'gateway']) {
    await check(`${service} runs without privileges, on a read-only disk, with its own secrets only`, () => confined(service));
    await check(`${service} has no password in the environment of a process`, () => environments(service));
  }
  await check('the standby follows the primary, and has the secrets of neither the primary nor a service', async () => {
    await followed();
    await ownSecrets();
  });
  await check('the image can install nothing, and lists its packages (CycloneDX)', contents);
  for (const { name, run: sweeping } of sweep.filter(({ probes }) => !probes))
    await check(`gateway: ${name}`, () => sweeping({ url, probes: false }));
  await check('every operation is answered through the gateway: 401 without a token, metadata 200', everyOperation);
  const balances = await check('the first call: client, consent, approval, token, balances', firstCall);
  await check('TLS: 1.3, or 1.2 with ECDHE and AES-GCM, and nothing older', tlsVersions);
  await check('a client that is known by its certificate, and tokens bound to it; Client-Cert from outside is nothing', certificates);
  await check('signed requests are verified, and refused from the moment their certificate is revoked', signedRequests);
  await check("no service is shown the authority's key", async () =>
    assert.equal(
      await compose('exec', '-T', 'cards', 'sh', '-c', 'grep -rl "PRIVATE KEY" /run 2>/dev/null; ls /run/trust'),
      'blocked.txt\nca.pem\nclients.pem\nrevoked.crl.pem',
    ),
  );
  await check('a killed replica costs no answer', replicas);
  await check('a replica that is told to stop costs no answer', stopped);
  const kinds = await check('clients for the checks under load', traffic);
  if (kinds) {
    await check('a reload of the gateway costs no answer', () => gatewayReload(kinds));
    await check('changed settings reach every replica by a rolling restart that costs no answer', () => rollingRestart(kinds));
    await check('a new image reaches a service by a rolling restart that costs no answer', () => newImage(kinds));
    await check('SIGKILL of a replica costs at most one answer', () => killed(kinds));
    await check('new service keys, database passwords, notification keys and a new authority cost no answer', () => rotations(kinds));
    await check('three times the load that the stack can carry: at least 80 % of it is answered', () => overload(kinds));
    await check('a storm of faults loses no payment and doubles none', () => storm(kinds));
  }
  await check('docker compose up again keeps what was stored', async () => {
    await compose('up', '-d', '--wait');
    if (balances) await within(10_000, async () => expect(await balances(), 200));
  });
  await check("a sandbox's databases are refused without SANDBOX=1, and settings that are wrong: in a sentence", async () => {
    const outside = ['SANDBOX=0', 'APPROVAL_CODE_URL=https://bank.example/codes'];
    // A bank of its own brings its certificates; the sandbox's serve here.
    const withTrust = ['mkdir /tmp/trust && cp /secrets/gateway/server.pem /secrets/trust/* /tmp/trust', 'exec node docker/prepare.mjs'];
    for (const [wrong, sentence, ...command] of [
      [outside, /Outside the sandbox TRUST_DIR must hold server\.pem/],
      [
        [...outside, 'TRUST_DIR=/tmp/trust'],
        /These databases belong to a sandbox: set SANDBOX=1 to use them\./,
        ...['sh', '-c', withTrust.join(' && ')],
      ],
      ['SANDBOX=0', /APPROVAL_CODE_URL or APPROVAL_APP_URL must be set outside the sandbox/],
      ['CUSTOMERS=many', /CUSTOMERS must be /],
      ['BASE_URL=bank', /BASE_URL must be /],
      ['TIME_ZONE=Mars', /TIME_ZONE must be /],
      ['SANDBOX=yes', /SANDBOX must be /],
    ]) {
      const { stderr } = await compose('run', '--rm', '-T', ...[wrong].flat().flatMap((one) => ['-e', one]), 'prepare', ...command).then(
        () => assert.fail(`${wrong} was taken`),
        (error) => error,
      );
      const said = stderr.split('\n').find((line) => line.startsWith('{'));
      assert.match(JSON.parse(said).message, sentence);
      assert.doesNotMatch(stderr, /^ +at /m);
    }
  });
  await check('a standby that cannot follow any more copies the primary again', rebuilt);
  const read = balances ?? (() => call('/v1.7/cards'));
  await check('database stopped: 503 within 2 s', () => databaseGone(read));
  await check('database back: everything answers again by itself', () => databaseBack(read));
  await check('every line in the logs of all containers is JSON, with level and time', jsonLogs);
} finally {
  await check('docker compose down -v', () => compose('--profile', 'tools', 'down', '-v', '--remove-orphans'));
}
const failed = failures();
process.stdout.write(failed ? `${failed} checks failed\n` : 'all checks passed\n');
process.exitCode = failed ? 1 : 0;
