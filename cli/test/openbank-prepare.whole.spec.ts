import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAdmin } from '@open-banking/database';
import { startEmbedded, type EmbeddedServer } from '@open-banking/postgres-server';
import { checkServerPem } from '@open-banking/installation/server-pem';
import { makeTrustFiles, SandboxCa } from '@open-banking/testing/sandbox';
import { freePorts } from '@open-banking/installation/ports';
import { services } from '@open-banking/spec';
import { fileURLToPath } from 'node:url';
import { program } from './an-openbank.js';

const slowMs = 300_000;

/** Not of a sandbox. The first test makes its databases, which later ones find. */
let server: EmbeddedServer;
const folder = mkdtempSync(join(tmpdir(), 'prepare-'));
beforeAll(async () => {
  // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(folder, 0o755);
  const [port] = await freePorts([undefined]);
  server = await startEmbedded(folder, port!, ['-c', 'fsync=off']);
  writeFileSync(join(folder, 'admin.url'), `${server.url}\n`);
}, slowMs);
afterAll(async () => {
  await server?.stop();
});

describe('openbank prepare', () => {
  const prepare = (into: string, variables: NodeJS.ProcessEnv, ...options: readonly string[]): Promise<{ code: number; err: string }> =>
    new Promise((settle) => {
      const { DATABASE_URL: _, ...env } = process.env;
      const args = [program, 'prepare', '--keys-dir', join(into, 'keys'), '--urls-dir', into, ...options];
      execFile(process.execPath, args, { env: { ...env, ...variables } }, (error, __, err) => {
        settle({ code: typeof error?.code === 'number' ? error.code : 0, err });
      });
    });
  const urlsIn = (into: string) => services.map((service) => readFileSync(join(into, `${service}.url`), 'utf8'));

  it(
    "reads the server's address from a file; with the same passwords a second run changes no address",
    async () => {
      const [first, second] = [join(folder, 'first'), join(folder, 'second')];
      expect(await prepare(first, { DATABASE_URL_FILE: join(folder, 'admin.url') })).toEqual({ code: 0, err: '' });
      expect(readdirSync(join(first, 'keys'))).toEqual(
        expect.arrayContaining([...services, 'operator'].flatMap((name) => [`${name}.private.jwk.json`, `${name}.public.jwk.json`])),
      );
      // As the migration on Kubernetes does.
      mkdirSync(second);
      copyFileSync(join(first, 'passwords.json'), join(second, 'passwords.json'));
      expect(await prepare(second, { DATABASE_URL_FILE: join(folder, 'admin.url') })).toEqual({ code: 0, err: '' });
      expect(urlsIn(second)).toEqual(urlsIn(first));
    },
    slowMs,
  );

  it(
    'uses owners and service roles that exist already, without the privilege to create anything',
    async () => {
      const variables: Record<string, string> = { DATABASE_URL_FILE: '' };
      const databaseUrl = (database: string, user: string) =>
        Object.assign(new URL(server.url), { pathname: `/${database}`, username: user, password: 'given' }).href;
      await asAdmin(server.url, async (admin) => {
        for (const service of services) {
          const name = `bank_${service.replaceAll('-', '_')}`;
          for (const role of [name, `${name}_migrator`])
            await admin.query(`create role ${role} login nosuperuser nocreatedb nocreaterole password 'given'`);
          await admin.query(`create database ${name} owner ${name}_migrator`);
          const variable = service.replaceAll('-', '_').toUpperCase();
          variables[`${variable}_DATABASE_URL`] = databaseUrl(name, name);
          variables[`${variable}_OWNER_DATABASE_URL`] = databaseUrl(name, `${name}_migrator`);
        }
      });
      const into = join(folder, 'given');
      const { CARDS_OWNER_DATABASE_URL: _, ...incomplete } = variables;
      expect(await prepare(into, incomplete)).toEqual({ code: 1, err: expect.stringContaining('CARDS_OWNER_DATABASE_URL is not set') });
      expect(await prepare(into, variables, '--pooled')).toEqual({ code: 0, err: '' });
      expect(urlsIn(into)[services.indexOf('cards')]).toBe(variables['CARDS_DATABASE_URL']);
      const asService = <Row extends object>(text: string) =>
        asAdmin(variables['CARDS_DATABASE_URL']!, async (client) => (await client.query<Row>(text)).rows);
      expect(await asService('select count(*)::int as cards from card')).toEqual([{ cards: 0 }]);
      await expect(asService('drop table card')).rejects.toThrow(/must be owner/);
      expect(
        await asService('select unnest(setconfig) as set from pg_db_role_setting where setrole = current_user::regrole order by 1'),
      ).toEqual([
        { set: 'idle_in_transaction_session_timeout=10000ms' },
        { set: 'lock_timeout=1000ms' },
        { set: 'random_page_cost=1.1' },
        { set: 'statement_timeout=1200ms' },
      ]);
    },
    slowMs,
  );

  it('says which setting is missing', async () => {
    expect(await prepare(join(folder, 'third'), { DATABASE_URL_FILE: '' })).toEqual({
      code: 1,
      err: 'openbank: Set --database-url, DATABASE_URL or DATABASE_URL_FILE, or <SERVICE>_DATABASE_URL and <SERVICE>_OWNER_DATABASE_URL.\n',
    });
  });
});

describe('prepare of the compose file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  chmodSync(folder, 0o755);
  const secretsDir = join(folder, 'secrets');
  const cardsUrl = join(secretsDir, 'cards', 'database.url');
  let ofSandbox: EmbeddedServer;
  beforeAll(async () => {
    const [port] = await freePorts([undefined]);
    ofSandbox = await startEmbedded(folder, port!, ['-c', 'fsync=off']);
    // As make-secrets.mjs does.
    for (const name of ['valkey', 'postgres']) {
      mkdirSync(join(secretsDir, name), { recursive: true });
      writeFileSync(join(secretsDir, name, 'password'), 'made-before');
    }
  }, slowMs);
  afterAll(async () => {
    await ofSandbox?.stop();
  });

  const run = (args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<{ code: number; err: string }> =>
    new Promise((settle) => {
      const { DATABASE_URL: _, ...env } = process.env;
      execFile(process.execPath, args, { env: { ...env, ...variables } }, (error, __, err) => {
        settle({ code: typeof error?.code === 'number' ? error.code : 0, err });
      });
    });
  const prepareBank = (variables: NodeJS.ProcessEnv) =>
    run([fileURLToPath(new URL('../../docker/prepare.mjs', import.meta.url))], {
      SECRETS_DIR: secretsDir,
      SANDBOX: '1',
      CUSTOMERS: '1',
      ...variables,
    });

  it(
    'lets an operator load, and moves no service off a server elsewhere without being told',
    async () => {
      expect(await prepareBank({ DATABASE_URL: ofSandbox.url })).toEqual({ code: 0, err: '' });
      const holidays = join(folder, 'holidays.ndjson');
      writeFileSync(holidays, '{"type":"holiday","currency":"ILS","day":"2026-10-27","name":"Elections"}\n');
      const operatorFile = join(secretsDir, 'operator', '8080.json');
      expect(await run([program, 'load', 'ais-pis', holidays, '--operator-file', operatorFile])).toEqual({
        code: 0,
        err: expect.stringMatching(/^openbank: ais-pis does not say the bank's time\. Days are those of Asia\/Jerusalem .*\n$/),
      });

      const before = readFileSync(cardsUrl, 'utf8');
      const { code, err } = await prepareBank({});
      expect(code).toBe(1);
      expect(err).toContain(`The services use the PostgreSQL server 127.0.0.1:${new URL(ofSandbox.url).port}, and no setting names it`);
      expect(readFileSync(cardsUrl, 'utf8')).toBe(before);
      expect(await prepareBank({ DATABASE_URL: ofSandbox.url })).toEqual({ code: 0, err: '' });
    },
    slowMs,
  );

  it(
    "refuses a gateway's certificate without its key, with another's, or out of date, before it prepares anything; with its key it is taken",
    async () => {
      const [trust, fresh] = [join(folder, 'trust'), join(folder, 'production')];
      for (const name of ['valkey', 'postgres']) {
        mkdirSync(join(fresh, name), { recursive: true });
        writeFileSync(join(fresh, name, 'password'), 'made-before');
      }
      await makeTrustFiles(trust);
      const ca = await SandboxCa.open(trust);
      writeFileSync(join(trust, 'clients.pem'), ca.certificate);
      const [own, other] = [await ca.newServerCertificate(), await ca.newServerCertificate()];
      const prepareWith = (serverPem: string) => {
        writeFileSync(join(trust, 'server.pem'), serverPem);
        return prepareBank({
          SANDBOX: '0',
          APPROVAL_CODE_URL: 'https://bank.example/codes',
          SECRETS_DIR: fresh,
          TRUST_DIR: trust,
          DATABASE_URL: server.url,
        });
      };
      for (const [wrong, sentence] of [
        [own.certificate, 'server.pem holds no unencrypted private key (PEM): append the key of its certificate.'],
        [own.privateKey, 'server.pem holds no certificate (PEM): put the certificate, its chain and its key into it.'],
        [own.certificate + other.privateKey, 'The private key in server.pem is not that of its first certificate'],
      ] as const) {
        expect(await prepareWith(wrong)).toEqual({ code: 1, err: expect.stringContaining(sentence) });
        expect(readdirSync(fresh).sort()).toEqual(['postgres', 'valkey']);
      }
      expect(await prepareWith(own.certificate + own.privateKey)).toEqual({ code: 0, err: '' });
      expect(readFileSync(join(fresh, 'gateway', 'server.pem'), 'utf8')).toBe(own.certificate + own.privateKey);
      expect(() => {
        checkServerPem(own.certificate + own.privateKey, new Date('2126-01-01'));
      }).toThrow(/^The certificate in server\.pem expired on 20/);
    },
    slowMs,
  );
});
