import { existsSync } from 'node:fs';
import { asAdmin, markPoint } from '@open-banking/database';
import type pg from 'pg';
import { headLine, rowLine, sealBefore } from './archive-format.js';
import { writeLines } from './archive-file.js';
import { anchorOf } from './anchor.js';
import { after, beginning, Chain, type Seal } from './chain.js';
import { sealedRows } from './sealed-rows.js';
import { verifyArchive } from './verify-archive.js';

export interface ArchiveOptions {
  /** Up to the last row before the first one that is not older than this. */
  readonly before: Date;
  /** The file for the archive that begins with this seal. */
  readonly fileFor: (firstSeal: string) => string;
}

/** What was archived by one file, and deleted. */
export interface Archived {
  readonly file: string;
  readonly firstSeal: string;
  /** The last seal: what the next archive, or the database, follows. */
  readonly head: Seal;
  readonly rows: number;
  readonly sha256: string;
}

/** Seals a statement deletes with their rows: some 10 ms. */
const deletedTogether = 1_000n;

/**
 * Moves the oldest rows of one service's audit with their seals into a file, by the owner's role, since the service may not delete them.
 * Rows are deleted only after the file is on the disk, was read back and verified, and its last seal stands in the database as the anchor
 * that the chain goes on from. A run that was interrupted anywhere is carried on by the next one with the same files: a file that begins
 * where the chain does is taken as the archive that it is. Returns what was archived, by file; nothing where nothing is so old.
 */
export function archiveAudit(service: string, ownerUrl: string, options: ArchiveOptions): Promise<Archived[]> {
  return asAdmin(ownerUrl, async (client) => {
    await lock(client);
    await deleteArchived(client);
    const archived: Archived[] = [];
    const files = new Set<string>();
    for (;;) {
      const from = (await anchorOf(client)) ?? beginning;
      const file = options.fileFor(after(from.sealNumber));
      // All archives into one file: the first is all there can be.
      if (files.has(file)) return archived;
      files.add(file);
      if (!existsSync(file) && !(await write(client, service, file, from, options.before))) return archived;
      markPoint('audit archive written', file);
      archived.push(await anchored(client, service, file, from));
      markPoint('audit anchor set', file);
      await deleteArchived(client);
    }
  });
}

/** Waits a moment: PostgreSQL may not have noticed yet that a command was killed. */
async function lock(client: pg.Client): Promise<void> {
  await client.query("set lock_timeout = '5s'");
  await client.query("select pg_advisory_lock(hashtextextended('audit archive', 0))").catch((error: unknown) => {
    throw (error as { code?: string }).code === '55P03' ? new Error('This audit is being archived by another command.') : error;
  });
  await client.query('reset lock_timeout');
}

const lastSealBefore = /* sql */ `
  select coalesce(
    (select s.seal_number - 1 from audit_seal s join audit a using (audit_id) where s.seal_number > $1 and a.at >= $2 order by s.seal_number limit 1),
    (select max(seal_number) from audit_seal)
  )::text as last`;

/** False: no row is so old. */
async function write(client: pg.Client, service: string, file: string, from: Seal, before: Date): Promise<boolean> {
  const { last } = (await client.query<{ last: string | null }>(lastSealBefore, [from.sealNumber, before])).rows[0]!;
  if (last === null || BigInt(last) <= BigInt(from.sealNumber)) return false;
  await writeLines(file, archivedLines(client, service, from, last));
  return true;
}

async function* archivedLines(client: pg.Client, service: string, from: Seal, lastSeal: string): AsyncGenerator<string> {
  yield headLine({ service, firstSeal: after(from.sealNumber), lastSeal, hashBefore: from.hash });
  const chain = new Chain(from);
  for await (const row of sealedRows(client, from.sealNumber, lastSeal)) {
    const bad = chain.follow(row);
    if (bad)
      throw new Error(
        `The audit of ${service} is not whole (${bad.what}: seal ${bad.sealNumber}): run openbank audit verify. Nothing was deleted.`,
      );
    yield rowLine(row);
  }
}

const sealOf = /* sql */ `select encode(hash, 'hex') as hash from audit_seal where seal_number = $1`;
const setAnchor = /* sql */ `
  insert into audit_anchor (first_seal, seal_number, hash, file_sha256) values ($1, $2, decode($3, 'hex'), decode($4, 'hex'))`;

/** Sets the anchor by a file, if it is whole, begins where the chain does and ends in a seal of the database. */
async function anchored(client: pg.Client, service: string, file: string, from: Seal): Promise<Archived> {
  const { archive, head, rows, ok, sha256 } = await verifyArchive(file);
  const begin = archive && sealBefore(archive);
  if (!ok || archive?.service !== service || begin?.sealNumber !== from.sealNumber || begin.hash !== from.hash)
    throw new Error(`${file} is not the archive that follows seal ${from.sealNumber} of ${service}: move it away. Nothing was deleted.`);
  const [stored] = (await client.query<{ hash: string }>(sealOf, [head!.sealNumber])).rows;
  if (stored?.hash !== head!.hash)
    throw new Error(
      `${file} is not an archive of this database: its seal ${head!.sealNumber} is another one. Move it away. Nothing was deleted.`,
    );
  await client.query(setAnchor, [archive.firstSeal, head!.sealNumber, head!.hash, sha256]);
  return { file, firstSeal: archive.firstSeal, head: head!, rows, sha256: sha256! };
}

const firstSeal = 'select min(seal_number)::text as first from audit_seal where seal_number <= $1';
const deleteSeals = /* sql */ `
  with gone as (delete from audit_seal where seal_number >= $1 and seal_number < $2 and seal_number <= $3 returning audit_id)
  delete from audit a using gone where a.audit_id = gone.audit_id`;

/** Deletes what is before the anchor, each row in one statement with its seal: a row without one would look inserted. */
async function deleteArchived(client: pg.Client): Promise<void> {
  const anchor = await anchorOf(client);
  if (!anchor) return;
  const { first } = (await client.query<{ first: string | null }>(firstSeal, [anchor.sealNumber])).rows[0]!;
  if (first === null) return;
  for (let from = BigInt(first); from <= BigInt(anchor.sealNumber); from += deletedTogether) {
    await client.query(deleteSeals, [String(from), String(from + deletedTogether), anchor.sealNumber]);
    markPoint('audit rows deleted', String(from));
  }
}
