import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { load } from '@open-banking/verification/load';
import type { Bank } from '@open-banking/sandbox';
import type pg from 'pg';
import { entryLines, type Sized } from './entry-lines.js';

/** How fast a load went, from its first line to its last commit. */
export interface Growth {
  readonly entries: number;
  readonly seconds: number;
  readonly perSecond: number;
}

const pieceLength = 1 << 20;
/** A file at a time: the disk need not hold all lines. */
const entriesOfFile = 10_000_000;

async function writeLines(file: string, size: Sized): Promise<void> {
  const out = createWriteStream(file);
  let waiting = '';
  for (const piece of entryLines(size)) {
    waiting += piece;
    if (waiting.length < pieceLength) continue;
    if (!out.write(waiting)) await once(out, 'drain');
    waiting = '';
  }
  out.end(waiting);
  await once(out, 'finish');
}

/**
 * Loads what makes the bank grow to a size by the load door, file by file; writing the files is not measured. Texts are not written
 * meanwhile, as that would take processor time of the load; afterwards `sampledAccounts` has those of the measured accounts written.
 */
export async function grow(
  { bank, owner, folder }: { bank: Bank; owner: pg.Pool; folder: string },
  { from, entries, until }: Sized,
  log: (line: string) => void,
): Promise<Growth> {
  const writer = await owner.connect();
  await writer.query('begin');
  // Writers of texts hold this lock.
  await writer.query('select from entry_text_format for update');
  let seconds = 0;
  try {
    for (let at = from; at < entries; at = Math.min(entries, at + entriesOfFile)) {
      const file = join(folder, 'entries.ndjson');
      const to = Math.min(entries, at + entriesOfFile);
      await writeLines(file, { from: at, entries: to, until });
      const started = performance.now();
      await load('ais-pis', file, bank.ownerUrls['ais-pis']);
      seconds += (performance.now() - started) / 1_000;
      log(`${to.toLocaleString('en-US')} entries loaded`);
      rmSync(file);
    }
    await writer.query('delete from entry_text_due');
    await writer.query('commit');
  } finally {
    writer.release();
  }
  await owner.query('vacuum (analyze) entry, account, holder, account_balance, entry_text_due');
  return { entries: entries - from, seconds, perSecond: (entries - from) / seconds };
}

/** Has the texts of some accounts written, as they are in a bank that has run for a while. */
export async function writeTextsOf(owner: pg.Pool, accountIds: readonly string[]): Promise<void> {
  await owner.query(`insert into entry_text_due (account_id, since) select id, '2000-01-01' from unnest($1::uuid[]) id`, [accountIds]);
  while ((await owner.query('select from entry_text_due limit 1')).rowCount !== 0) await pause(200);
  await owner.query('vacuum (analyze) entry_text');
}
