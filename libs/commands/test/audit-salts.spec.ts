import { createHash, randomUUID } from 'node:crypto';
import { serviceKey, statement, statements, type Database } from '@open-banking/database';
import { planOf } from '@open-banking/database/testing';
import { Answer } from '@open-banking/http';
import { AuditService, type AuditRecord } from '../src/audit/audit.service.js';
import { eraseAuditSalts } from '../src/audit/audit-salts.statements.js';
import { writeStatement } from '../src/write-at-once.js';
import { sampleCommand, commandsBank, row } from './commands-bank.js';

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const body = Buffer.from('{"creditorName":"Dana Levi"}');
const psuHeaders = { 'psu-ip-address': '192.0.2.1', 'psu-user-agent': 'Browser' };

interface Stored {
  readonly bodySha256: Buffer | null;
  readonly psuHeaders: Record<string, string> | null;
  readonly salt: Buffer | null;
}
const stored = statement<Stored, [subject: string]>(
  'test.stored-digests',
  `select a.body_sha256 as "bodySha256", a.psu_headers as "psuHeaders", s.salt
   from audit a left join audit_salt s on s.whose = coalesce(a.psu_id::text, a.subject) where a.subject = $1 order by a.audit_id`,
);
const insertNothing = writeStatement('test.salted', { when: 'true', insert: 'select 1 from claimed' });
const refuseAlways = writeStatement('test.not-salted', { when: 'false', insert: 'select 1 from claimed' });

describe('the digests of the audit', () => {
  const { bank, commandsOf } = commandsBank(12);
  let database: Database;
  let audit: AuditService;

  beforeAll(async () => {
    database = bank.database;
    audit = new AuditService(await serviceKey(database, 'audit'));
  });

  const record = async (over: Partial<AuditRecord> = {}): Promise<string> => {
    const subject = over.subject ?? randomUUID();
    await database.transaction((tx) =>
      audit.record(tx, { operation: 'createConsent', bodySha256: sha256(body), psuHeaders, ...over, subject }),
    );
    return subject;
  };
  const storedSubjects = (subject: string): Promise<Stored[]> => database.rows(stored, subject);
  /** Whether a row is of this body and device, which only a holder of the salt can find out. */
  const isOf = ({ bodySha256, psuHeaders: headers, salt }: Stored): boolean => {
    const plain = JSON.parse(audit.digestsOf(psuHeaders)!) as Record<string, string>;
    if (salt === null) return false;
    const opened = Object.entries(plain).map(([name, digest]) => [name, sha256(salt, digest).toString('base64url')]);
    return sha256(salt, sha256(body)).equals(bodySha256!) && JSON.stringify(Object.fromEntries(opened)) === JSON.stringify(headers);
  };
  const salts = async (whose: readonly string[]): Promise<number> =>
    (await database.pool.query('select from audit_salt where whose = any($1)', [whose])).rowCount!;

  it('are salted by customer: the same body and device are other digests in the row of another customer', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const [first] = await storedSubjects(await record({ psuId: one }));
    const [second] = await storedSubjects(await record({ psuId: one }));
    const [others] = await storedSubjects(await record({ psuId: other }));
    expect([first, second, others].map((found) => isOf(found!))).toEqual([true, true, true]);
    expect(first!.salt).toEqual(second!.salt);
    expect(first!.salt).toHaveLength(32);
    expect(others!.salt).not.toEqual(first!.salt);
    expect(others!.bodySha256).not.toEqual(first!.bodySha256);
    expect(others!.psuHeaders).not.toEqual(first!.psuHeaders);
    expect(first!.bodySha256).not.toEqual(sha256(body));
    expect(first!.psuHeaders).not.toEqual(JSON.parse(audit.digestsOf(psuHeaders)!));
  });

  it('are salted by what was written where no customer is known, and not without both', async () => {
    const subject = await record();
    expect(isOf((await storedSubjects(subject))[0]!)).toBe(true);
    expect(await salts([subject])).toBe(1);
    await database.transaction((tx) => audit.record(tx, { operation: 'of nobody', bodySha256: sha256(body) }));
    const { rows } = await database.pool.query("select body_sha256 from audit where operation = 'of nobody'");
    expect(rows).toEqual([{ body_sha256: sha256(body) }]);
  });

  it('need no salt where there are none', async () => {
    const psuId = randomUUID();
    const [found] = await storedSubjects(await record({ psuId, bodySha256: undefined, psuHeaders: undefined }));
    expect(found).toEqual({ bodySha256: null, psuHeaders: null, salt: null });
    expect(await salts([psuId])).toBe(0);
    expect((await storedSubjects(await record({ psuId, bodySha256: undefined })))[0]).toMatchObject({
      bodySha256: null,
      salt: expect.any(Buffer),
    });
  });

  it('have one salt, however many first writes of a customer there are at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const psuId = randomUUID();
      const subjects = await Promise.all(Array.from({ length: 12 }, () => record({ psuId })));
      const found = (await Promise.all(subjects.map(storedSubjects))).flat();
      expect(found).toHaveLength(12);
      expect(found.filter((one) => !isOf(one))).toEqual([]);
      expect(await salts([psuId])).toBe(1);
    }
  });

  it('are the same of a write in one statement, which leaves no salt where it writes nothing', async () => {
    const commands = await commandsOf(7);
    const write = async (statement: typeof insertNothing): Promise<Stored | undefined> => {
      const subject = randomUUID();
      const result = { answer: new Answer({}), subject };
      const request = sampleCommand({ rawBody: body, psuHeaders });
      await commands
        .once({ clientId: 'tpp' }, row, request, () => Promise.reject(new Error('not the usual case')), {
          statement,
          args: [],
          result,
          point: 'test',
        })
        .catch(() => undefined);
      expect(await salts([subject])).toBe(statement === insertNothing ? 1 : 0);
      return (await storedSubjects(subject))[0];
    };
    expect(isOf((await write(insertNothing))!)).toBe(true);
    expect(await write(refuseAlways)).toBeUndefined();
  });

  it('say nothing once the salts are erased; the rows stay, and those of others can still be checked', async () => {
    const [leaving, staying] = [randomUUID(), randomUUID()];
    const theirs = [await record({ psuId: leaving }), await record()];
    const kept = await record({ psuId: staying });
    const before = (await Promise.all(theirs.map(storedSubjects))).flat();
    expect(before.map(isOf)).toEqual([true, true]);
    expect(await eraseAuditSalts(database, [leaving, ...theirs])).toBe(2);
    expect((await Promise.all(theirs.map(storedSubjects))).flat()).toEqual(before.map((one) => ({ ...one, salt: null })));
    expect(isOf((await storedSubjects(kept))[0]!)).toBe(true);
    expect(await eraseAuditSalts(database, [leaving, ...theirs])).toBe(0);
    const later = await record({ psuId: leaving });
    expect(isOf((await storedSubjects(later))[0]!)).toBe(true);
    expect((await storedSubjects(later))[0]!.salt).not.toEqual(before[0]!.salt);
  });

  it('of many things are erased in batches', async () => {
    const ids = Array.from({ length: 2_500 }, () => randomUUID() as string);
    await bank.asOwner('insert into audit_salt (whose) select unnest($1::text[])', [ids]);
    expect(await eraseAuditSalts(database, [...ids, 'unknown'])).toBe(2_500);
    expect(await eraseAuditSalts(database, [])).toBe(0);
  });

  it('stand beside rows that the last release writes without a salt', async () => {
    const subject = randomUUID();
    await database.pool.query('insert into audit (operation, body_sha256, subject) values ($1, $2, $3)', [
      'last release',
      sha256(body),
      subject,
    ]);
    await record({ subject });
    const [old, salted] = await storedSubjects(subject);
    expect(old!.bodySha256).toEqual(sha256(body));
    expect(isOf(salted!)).toBe(true);
  });

  it('have salts that the service adds and erases, and neither chooses nor changes', async () => {
    const whose = await record();
    for (const text of [
      `insert into audit_salt (whose, salt) values ('mine', decode(repeat('00', 32), 'hex'))`,
      `update audit_salt set salt = decode(repeat('00', 32), 'hex')`,
      'truncate audit_salt',
    ])
      await expect(database.pool.query(text)).rejects.toThrow(/permission denied/);
    expect((await database.pool.query('delete from audit_salt where whose = $1', [whose])).rowCount).toBe(1);
  });

  it.each(statements().filter(({ name }) => /^(audit\.(record|erase-salts)|test\.salted)$/.test(name)))(
    '$name finds its rows by an index',
    async (of) => {
      expect(await planOf(database.pool, of)).not.toMatch(/Seq Scan on audit/);
    },
  );
});
