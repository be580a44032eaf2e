import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'iovalkey';
import { valkeyAddressOf } from '@open-banking/config';
import { temporaryFolder } from '@open-banking/testing';
import { SandboxCa } from '@open-banking/testing/sandbox';
import { describeWithValkey, eventually, freePorts, ValkeyServer } from '@open-banking/testing/valkey';
import { closeClient, valkeyClient, type ValkeyAccess, type ValkeyClient } from '../src/valkey-client.js';
import { ValkeyWindowStorage, type StoreTimeouts } from '../src/valkey-window-storage.js';
import { ScriptedSentinel } from './scripted-sentinel.js';

const day = (limit: number) => [{ name: 'day', seconds: 86_400, limit }];
const slowMs = 300_000;
const endless: StoreTimeouts = { decideWithinMs: 60_000, openWithinMs: 60_000 };
const short: StoreTimeouts = { decideWithinMs: 500, openWithinMs: 2_000 };

describeWithValkey('A client of the store', () => {
  const { path: folder, remove } = temporaryFolder();
  const servers: { stop(): Promise<void> | void }[] = [];
  const clients: ValkeyClient[] = [];
  const storages: ValkeyWindowStorage[] = [];
  const server = async (...options: string[]): Promise<ValkeyServer> => {
    const one = await ValkeyServer.start(options);
    servers.push(one);
    return one;
  };
  /** With the default timeouts, or with ones so long that no busy machine reaches them. */
  const opened = async (url: string, access: ValkeyAccess = {}, timeouts = endless) => {
    const reasons: string[] = [];
    const events = { onAway: (reason: string) => reasons.push(reason), onBack: () => undefined };
    const storage = new ValkeyWindowStorage(valkeyClient(valkeyAddressOf(url)!, access), 'limits:cards:', events, timeouts);
    storages.push(storage);
    await storage.open();
    return { storage, reasons };
  };
  afterAll(remove);
  afterEach(async () => {
    await Promise.all(storages.splice(0).map((storage) => storage.close()));
    await Promise.all(clients.splice(0).map(closeClient));
    await Promise.all(servers.splice(0).map((one) => one.stop()));
  });

  it('signs in with the password of the URL, and says why it cannot', async () => {
    const { port } = await server('--requirepass', 'p@ss/word');
    const { storage } = await opened(`valkey://:p%40ss%2Fword@127.0.0.1:${port}/1`);
    expect((await storage.consume('client a listCards', day(5))).admitted).toBe(true);
    // On a busy machine the store may be away because it has not answered in time, before it is heard why.
    await eventually(async () => {
      const refused = await opened(`valkey://:wrong@127.0.0.1:${port}/1`, {}, short);
      return refused.storage.isAway && refused.reasons.length === 1 && refused.reasons[0]!.startsWith('WRONGPASS ');
    });
  });

  it('counts in no other database than that of the URL, and names it as long as it cannot be selected', async () => {
    const { port } = await server('--user', 'lim', 'on', '>pw', '~*', '+@all', '-select');
    const owner = new Redis({ port });
    const { storage, reasons } = await opened(`valkey://lim:pw@127.0.0.1:${port}/1`);
    expect([storage.isAway, reasons]).toEqual([true, [expect.stringContaining('VALKEY_URL names database 1')]]);
    await owner.call('acl', 'setuser', 'lim', '+select');
    await eventually(() => !storage.isAway);
    expect((await storage.consume('client a listCards', day(5))).admitted).toBe(true);
    expect(await owner.info('keyspace')).toMatch(/^# Keyspace\r\ndb1:/);
    owner.disconnect();
  });

  it('trusts a server with a certificate of VALKEY_CA_FILE, and no other', async () => {
    const authority = await SandboxCa.open(join(folder, 'own'));
    const { certificate, privateKey } = await authority.serverCertificate(join(folder, 'own'));
    const files = { certificate: join(folder, 'server.pem'), key: join(folder, 'server.key'), own: join(folder, 'own.pem') };
    writeFileSync(files.certificate, certificate);
    writeFileSync(files.key, privateKey);
    writeFileSync(files.own, authority.certificate);
    const other = await SandboxCa.open(join(folder, 'other'));
    writeFileSync(join(folder, 'other.pem'), other.certificate);

    const { port } = await server();
    const [tlsPort] = await freePorts([undefined]);
    const admin = new Redis(port);
    await admin.config(
      'SET',
      'tls-cert-file',
      files.certificate,
      'tls-key-file',
      files.key,
      'tls-auth-clients',
      'no',
      'tls-port',
      tlsPort!,
    );
    admin.disconnect();

    const url = `valkeys://127.0.0.1:${tlsPort}`;
    expect((await (await opened(url, { caFile: files.own })).storage.consume('client a listCards', day(5))).admitted).toBe(true);
    for (const access of [{ caFile: join(folder, 'other.pem') }, {}])
      await eventually(async () => {
        const { storage, reasons } = await opened(url, access, short);
        expect(storage.isAway).toBe(true);
        return /certificate/.test(reasons[0]!);
      });
    // Closed at any moment of its handshakes: an error without a listener would end the process.
    await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const client = valkeyClient(valkeyAddressOf(url)!, { caFile: join(folder, 'other.pem') });
        client.on('error', () => undefined);
        await pause(at);
        await closeClient(client);
      }),
    );
  });

  it(
    'counts exactly in a cluster, on whatever node a client is',
    async () => {
      // Left to itself a node takes its port + 10,000 for the others, which nobody keeps free.
      const between = await freePorts([undefined, undefined, undefined]);
      const nodes = await Promise.all(
        between.map((port) => server('--cluster-enabled', 'yes', '--cluster-node-timeout', '60000', '--cluster-port', String(port))),
      );
      const admins = nodes.map(({ port }) => new Redis(port));
      for (const [at, admin] of admins.entries()) {
        await admin.call('CLUSTER', 'ADDSLOTSRANGE', Math.ceil((at * 16_384) / 3), Math.ceil(((at + 1) * 16_384) / 3) - 1);
        if (at > 0) await admin.call('CLUSTER', 'MEET', '127.0.0.1', nodes[0]!.port, between[0]!);
      }
      for (const admin of admins) await eventually(async () => String(await admin.call('CLUSTER', 'INFO')).includes('cluster_state:ok'));
      const url = `valkey+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
      const two = [(await opened(url)).storage, (await opened(url)).storage] as const;
      for (let client = 0; client < 12; client++) {
        const decisions = await Promise.all(
          Array.from({ length: 20 }, (_, at) => two[at % 2]!.consume(`client {${client}} listCards`, day(7))),
        );
        expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(7);
      }
      for (const admin of admins) {
        expect(await admin.dbsize()).toBeGreaterThan(0);
        admin.disconnect();
      }
    },
    slowMs,
  );

  it(
    'follows the Sentinels to the new primary after a fail-over',
    async () => {
      const primary = await server();
      const replica = await server('--replicaof', '127.0.0.1', String(primary.port));
      const admin = new Redis(replica.port);
      await eventually(async () => (await admin.info('replication')).includes('master_link_status:up'));
      const config = join(folder, 'sentinel.conf');
      writeFileSync(
        config,
        [
          `sentinel monitor limits 127.0.0.1 ${primary.port} 1`,
          'sentinel down-after-milliseconds limits 500',
          'sentinel failover-timeout limits 5000',
          '',
        ].join('\n'),
      );
      const sentinel = await ValkeyServer.startSentinel(config);
      servers.push(sentinel);
      const { storage } = await opened(`valkey+sentinel://127.0.0.1:${sentinel.port}/limits`, {}, short);
      const key = 'client a listCards';
      await eventually(() =>
        storage.consume(key, day(100)).then(
          () => true,
          () => false,
        ),
      );
      await eventually(async () => (await admin.exists('limits:cards:{client a} listCards')) === 1);

      await primary.kill();
      await eventually(async () => (await admin.info('replication')).includes('role:master'));
      const counts: number[] = [];
      await eventually(async () => {
        const decision = await storage.consume(key, day(100)).catch(() => undefined);
        if (decision?.admitted) counts.push(100 - decision.remaining[0]!);
        return decision !== undefined;
      });
      // What was counted before is still counted.
      expect(counts.at(-1)).toBeGreaterThan(1);
      admin.disconnect();
    },
    slowMs,
  );

  it(
    'connects again when a new primary is announced while it asks for one, and not after it was closed',
    async () => {
      const primary = await server();
      const sentinel = await ScriptedSentinel.start(primary.port);
      servers.push(sentinel);
      const clientOf = () => {
        const client = valkeyClient(valkeyAddressOf(`valkey+sentinel://127.0.0.1:${sentinel.port}/limits`)!, {});
        client.on('error', () => undefined);
        clients.push(client);
        return client;
      };
      const [used, closed] = [clientOf(), clientOf()];
      await eventually(() => sentinel.subscribers === 2 && [used, closed].every(({ status }) => status === 'ready'));

      sentinel.hold();
      await primary.kill();
      await eventually(() => sentinel.held === 2);
      const ended = Promise.all([used, closed].map((client) => new Promise<void>((resolve) => void client.once('end', resolve))));
      sentinel.announce();
      sentinel.answer();
      await ended;
      await closeClient(closed);
      await primary.restart();
      await eventually(() => used.status === 'ready');
      expect(await used.ping()).toBe('PONG');
      // It has had as long as the other one.
      expect(closed.status).toBe('end');
    },
    slowMs,
  );
});
