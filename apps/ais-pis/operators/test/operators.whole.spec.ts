import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { internalCall, runningBank } from '@open-banking/testing';
import {
  adjustmentsInternal,
  backgroundInternal,
  clearingInternal,
  clockInternal,
  collectionsInternal,
  creditTransfersInternal,
  developerClientsInternal,
  developerNotificationsInternal,
  directoryInternal,
  everyInternal,
  issuerInternal,
  lookupsInternal,
  maintenanceInternal,
  mandateLookupsInternal,
  mandatesInternal,
  notificationKeysInternal,
  operatorsInternal,
  proposalsInternal,
  recoveryInternal,
  type Operation,
  services,
} from '@open-banking/spec';
import { anOperator, auditedOperations } from '@open-banking/ais-pis-testing/an-operator';

const program = fileURLToPath(new URL('../../../../cli/bin/openbank.mjs', import.meta.url));
const slowMs = 300_000;
const internalRows = [
  everyInternal,
  clockInternal,
  issuerInternal,
  directoryInternal,
  mandatesInternal,
  collectionsInternal,
  clearingInternal,
  operatorsInternal,
  adjustmentsInternal,
  creditTransfersInternal,
  maintenanceInternal,
  notificationKeysInternal,
  recoveryInternal,
  developerClientsInternal,
  lookupsInternal,
  mandateLookupsInternal,
  backgroundInternal,
  proposalsInternal,
  developerNotificationsInternal,
].flatMap((rows) => Object.values(rows) as Operation[]);

describe('a named operator', () => {
  const bank = runningBank(services);
  const openbank = (...args: string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((settle) => {
      execFile(
        process.execPath,
        [program, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile],
        (error, out, err) => {
          settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
        },
      );
    });

  it('may do what its roles allow, and is told which role is missing', async () => {
    const [reader, actor] = [await anOperator(bank, ['read']), await anOperator(bank, ['read', 'act'])];
    for (const who of [reader, actor]) expect(await who.call(directoryInternal.listClients, {})).toAnswer(200);
    const client = { name: 'Made by an operator', roles: ['PSP_AI'], redirectUris: ['http://127.0.0.1/back'] };
    expect(await reader.call(directoryInternal.createClient, client)).toAnswer(401, {
      tppMessages: [{ code: 'ROLE_INVALID', text: `The operator ${reader.name} has the roles read; createClient needs act.` }],
    });
    const made = await actor.call(directoryInternal.createClient, client);
    expect(made).toAnswer(200, { client_id: expect.any(String) });
    expect(await auditedOperations(bank, (made.body as { client_id: string }).client_id)).toEqual([`${actor.name} createClient`]);
  });

  it('is accepted by every service with operator operations', async () => {
    const [reader, actor] = [await anOperator(bank, ['read']), await anOperator(bank, ['act'])];
    const nothing = { resourceId: '11111111-1111-4111-8111-111111111111' };
    expect(await reader.call(mandatesInternal.suspendMandate, {}, nothing, 'mandates')).toAnswer(401, {
      tppMessages: [{ code: 'ROLE_INVALID' }],
    });
    expect(await actor.call(mandatesInternal.suspendMandate, {}, nothing, 'mandates')).toAnswer(404);
  });

  it('reports what clearing answered and presents what other banks send with the role connect only, which allows nothing else', async () => {
    const [actor, connector] = [await anOperator(bank, ['read', 'act', 'approve']), await anOperator(bank, ['connect'])];
    const id = '11111111-1111-4111-8111-111111111111';
    const reports = [
      [clearingInternal.answerInstruction, { answer: 'accepted' }, { instructionId: id }, 'ais-pis', 404],
      [creditTransfersInternal.receiveCreditTransfer, {}, { transferId: id }, 'ais-pis', 400],
      [mandatesInternal.receiveCollection, {}, { collectionId: id }, 'mandates', 400],
    ] as const;
    for (const [row, body, params, service, status] of reports) {
      expect(await actor.call(row, body, params, service)).toAnswer(401, {
        tppMessages: [{ code: 'ROLE_INVALID', text: expect.stringMatching(/needs connect\.$/) }],
      });
      expect(await connector.call(row, body, params, service)).toAnswer(status);
    }
    expect(await connector.call(clearingInternal.listInstructions, { of: 'unanswered' })).toAnswer(200);
    const allowed = internalRows.filter(({ operatorRoles = [] }) => operatorRoles.includes('connect')).map(({ id: row }) => row);
    expect(allowed.sort()).toEqual(['answerInstruction', 'listInstructions', 'receiveCollection', 'receiveCreditTransfer']);
    expect(await connector.call(clearingInternal.resolveInstruction, { answer: 'accepted', note: 'x' }, { instructionId: id })).toAnswer(
      401,
    );
    expect(await connector.call(directoryInternal.listClients, {})).toAnswer(401);
  });

  it('keeps what it could do before there was the role connect, also if a release without that role has added it', async () => {
    const owner = new pg.Client(bank.facts.ownerUrls['ais-pis']);
    await owner.connect();
    const migration = (name: string): string => readFileSync(new URL(`../../migrations/${name}/up.sql`, import.meta.url), 'utf8');
    const add = (name: string, roles: string) =>
      owner.query(`insert into operator (name, roles, public_key, added_at) values ($1, $2, '{}', now())`, [name, roles]);
    try {
      await owner.query('begin; create schema before_connect; set local search_path = before_connect');
      await owner.query(migration('0030-operators'));
      await add('reader', '{read,approve}');
      await add('actor', '{read,act}');
      await owner.query(migration('0046-connector-role'));
      await add('later-reader', '{read}');
      await add('later-actor', '{act}');
      const { rows } = await owner.query<{ name: string; roles: string[] }>('select name, roles from operator');
      expect(Object.fromEntries(rows.map(({ name, roles }) => [name, roles.join()]))).toEqual({
        operator: 'read,act,approve,connect',
        reader: 'read,approve',
        actor: 'read,act,connect',
        'later-reader': 'read',
        'later-actor': 'act,connect',
      });
    } finally {
      await owner.query('rollback');
      await owner.end();
    }
  });

  it('is refused with a key that is not its own, and after its removal', async () => {
    const [one, other] = [await anOperator(bank, ['read']), await anOperator(bank, ['read'])];
    const list = (who: object) => internalCall({ ...bank.operator, ...who }, 'ais-pis', directoryInternal.listClients, {});
    expect(await list(one.signsAs)).toAnswer(200);
    const isNobodys = (name: string) => ({
      tppMessages: [{ code: 'TOKEN_UNKNOWN', text: expect.stringMatching(`^The operator ${name} was removed or never added, `) }],
    });
    expect(await list({ ...one.signsAs, operatorName: other.name })).toAnswer(401, isNobodys(other.name));
    expect(await list({ ...one.signsAs, operatorName: 'nobody' })).toAnswer(401);
    expect(await list({ ...one.signsAs, operatorName: undefined })).toAnswer(401);
    const remove = (name: string) =>
      internalCall(bank.operator, 'ais-pis', operatorsInternal.removeOperator, undefined, { operatorName: name });
    expect(await remove(one.name)).toAnswer(204);
    expect(await list(one.signsAs)).toAnswer(401, isNobodys(one.name));
    expect(await list(other.signsAs)).toAnswer(200);
    expect(await remove(one.name)).toAnswer(404);
  });

  it("can be added and removed only with the installation's own key, and its name is never reused", async () => {
    const actor = await anOperator(bank, ['read', 'act', 'approve']);
    const publicKey = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    const add = (operatorName: string, body: object = { roles: ['read'], publicKey }) =>
      internalCall(bank.operator, 'ais-pis', operatorsInternal.addOperator, body, { operatorName });
    const name = `test-${randomBytes(6).toString('hex')}`;
    expect(await actor.call(operatorsInternal.addOperator, { roles: ['approve'], publicKey }, { operatorName: name })).toAnswer(401, {
      tppMessages: [{ code: 'ROLE_INVALID' }],
    });
    expect(await add(name)).toAnswer(200);
    for (const taken of [name, 'operator'])
      expect(await add(taken)).toAnswer(409, { tppMessages: [{ code: 'STATUS_INVALID', path: 'operatorName' }] });
    for (const wrong of ['Dana', 'd', 'a b', '1dana'])
      expect(await add(wrong)).toAnswer(400, { tppMessages: [{ code: 'FORMAT_ERROR', path: 'operatorName' }] });
    expect(await add('somebody', { roles: ['all'], publicKey })).toAnswer(400, { tppMessages: [{ path: '/roles/0' }] });
    expect(
      await add('somebody', { roles: ['read'], publicKey: { ...publicKey, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' } }),
    ).toAnswer(400);
  });

  it(
    'is created, listed, used and removed on the command line, with a key file readable only by its owner',
    async () => {
      const name = `test-${randomBytes(6).toString('hex')}`;
      const keyFile = join(mkdtempSync(join(tmpdir(), 'operator-')), 'key.json');
      expect(await openbank('operator', 'add', '--name', name, '--roles', 'read', '--out', keyFile)).toMatchObject({
        code: 0,
        out: expect.stringContaining(`${name} has the roles read.`),
      });
      expect(statSync(keyFile).mode & 0o777).toBe(0o600);
      const as = ['--as', name, '--operator-key', keyFile];
      expect((await openbank('operator', 'list', ...as)).out).toContain(`${name}  read  added by operator`);
      expect(
        await openbank('client', 'add', '--name', 'x', '--roles', 'PSP_AI', '--redirect-uri', 'http://127.0.0.1/back', ...as),
      ).toMatchObject({ code: 1, err: expect.stringContaining('needs act') });
      expect((await openbank('operator', 'remove', '--name', name)).code).toBe(0);
      for (const command of [
        ['operator', 'list'],
        ['held', 'list'],
        ['clearing'],
        ['reconcile'],
        ['erase', '--list'],
        ['feed', 'status', 'ais-pis'],
        ['view'],
      ])
        expect(await openbank(...command, ...as)).toMatchObject({
          code: 1,
          err: expect.stringContaining(`The operator ${name} was removed`),
        });
      expect(await openbank('operator', 'list', '--as', 'nobody')).toMatchObject({
        code: 1,
        err: expect.stringContaining('--operator-key'),
      });
    },
    slowMs,
  );

  it(
    'is not added where their key cannot be kept, and leaves no key where the bank refuses them',
    async () => {
      const name = `test-${randomBytes(6).toString('hex')}`;
      const folder = mkdtempSync(join(tmpdir(), 'operator-'));
      const add = (out: string, roles = 'read') => openbank('operator', 'add', '--name', name, '--roles', roles, '--out', out);
      const taken = join(folder, 'taken.json');
      writeFileSync(taken, 'a key of somebody else');
      for (const [out, why] of [
        [taken, `--out: ${taken} cannot be written: it exists already`],
        [folder, `--out: ${folder} cannot be written: it exists already`],
        [join(taken, 'key.json'), `--out: the folder ${taken} cannot be made`],
      ] as const)
        expect(await add(out)).toMatchObject({ code: 1, err: expect.stringContaining(why) });
      expect(readFileSync(taken, 'utf8')).toBe('a key of somebody else');
      const key = join(folder, 'key.json');
      expect(await add(key, 'all')).toMatchObject({ code: 1, err: expect.stringContaining('/roles/0') });
      expect(existsSync(key)).toBe(false);
      expect(await add(key)).toMatchObject({ code: 0 });
      expect((await openbank('operator', 'list', '--as', name, '--operator-key', key)).out).toContain(`${name}  read  added by operator`);
    },
    slowMs,
  );

  it('can be given a role for every operation that operators may call', () => {
    expect(
      internalRows
        .filter(({ callers, operatorRoles }) => callers?.includes('operator') !== (operatorRoles !== undefined))
        .map(({ id }) => id),
    ).toEqual([]);
  });
});
