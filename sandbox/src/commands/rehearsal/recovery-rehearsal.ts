import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { archiving, baseBackup, recoverUntil } from '@open-banking/postgres-server';
import { asAdmin } from '@open-banking/database';
import { startBank, type Bank } from '../../bank/bank.js';
import { RehearsalPayer, type Payment } from './payments.js';

/** One thing that must hold after the recovery. */
export interface Finding {
  readonly what: string;
  readonly ok: boolean;
  readonly seen: string;
}

export interface RehearsalReport {
  readonly ok: boolean;
  readonly backupSeconds: number;
  /** From the stop of the lost server until the recovered bank answers. */
  readonly restoreSeconds: number;
  readonly findings: readonly Finding[];
}

const timeoutMs = 60_000;
const finding = (what: string, ok: boolean, seen: string): Finding => ({ what, ok, seen });

/**
 * Rehearses the recovery of a bank of its own in `folder`: a base backup and the archived WAL are restored to a point in time between two
 * payments, and the operator's commands make the bank whole. `log` receives a line for each step.
 */
export async function rehearseRecovery(folder: string, log: (line: string) => void): Promise<RehearsalReport> {
  const [archive, backup, lost] = ['wal', 'backup', 'lost'].map((name) => join(folder, name)) as [string, string, string];
  mkdirSync(archive);
  // PostgreSQL may run as another user.
  chmodSync(archive, 0o777);
  let bank = await open(folder, log, archiving(archive));
  try {
    const payer = await RehearsalPayer.open(bank);
    await payer.pay();
    log('base backup');
    const backupSeconds = await seconds(() => baseBackup(bank.adminUrl!, bank.folder.path, backup));
    const kept = await payer.pay();
    const until = await pointInTime(bank.adminUrl!);
    const missing = await payer.pay();
    log(`one payment before ${until}, one after it; the server is lost, and restored to that time`);
    const { port, folder: data } = bank;
    const restoreSeconds = await seconds(async () => {
      await bank.stop();
      renameSync(join(data.path, 'postgres'), lost);
      recoverUntil(backup, archive, until);
      renameSync(join(backup, 'postgres'), join(data.path, 'postgres'));
      bank = await open(folder, log, [], port);
    });
    const findings = await examine(bank, payer, kept, missing);
    return { ok: findings.every(({ ok }) => ok), backupSeconds, restoreSeconds, findings };
  } finally {
    await bank.stop();
  }
}

const open = (folder: string, log: (line: string) => void, postgresFlags: readonly string[], port = 0): Promise<Bank> =>
  startBank({
    dataDir: join(folder, 'bank'),
    port,
    services: ['ais-pis'],
    operatorFile: join(folder, 'operator.json'),
    demoBank: { customers: 12, seed: 'rehearsal' },
    postgresFlags,
    log,
  });

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return Math.round((performance.now() - began) / 100) / 10;
}

/** The server's time between two payments, once all before it is in the archive's reach. */
const pointInTime = (adminUrl: string): Promise<string> =>
  asAdmin(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ now: string }>('select clock_timestamp()::text as now');
    await admin.query('select pg_switch_wal()');
    return rows[0]!.now;
  });

async function examine(bank: Bank, payer: RehearsalPayer, kept: Payment, missing: Payment): Promise<Finding[]> {
  const stopped = await untilStopped(payer, missing);
  const before = [
    finding('no money moves before the recovery', stopped === 503, `a payment was answered ${stopped}`),
    finding(
      'the payment after the point in time is missing',
      (await payer.paymentStatus(missing)) === '404',
      await payer.paymentStatus(missing),
    ),
  ];
  const recovered = await openbank(bank, 'recover', '--json');
  const { state, known, recovered: again } = JSON.parse(recovered.out || '{}') as Record<string, unknown>;
  const same = await payer.repeat(kept);
  const refused = await payer.repeat(missing);
  const anew = await payer.repeat(missing, randomUUID());
  return [
    ...before,
    finding('openbank recover ends the recovery', state === 'none', recovered.err || `${String(known)} known, ${String(again)} recovered`),
    finding(
      'a repeated X-Request-ID returns the payment before the point in time',
      same.status === 201 && (same.body as { paymentId?: string }).paymentId === kept.paymentId,
      `${same.status} ${same.text.slice(0, 80)}`,
    ),
    finding(
      'the payment after the point in time is there again',
      /^AC/.test(await payer.paymentStatus(missing)),
      await payer.paymentStatus(missing),
    ),
    finding('it cannot be made again with its X-Request-ID', refused.status === 409, `${refused.status}`),
    finding('nor with a new one', anew.status === 409, `${anew.status}`),
    await debitedOnce(bank, [kept, missing]),
    await proof(bank, 'openbank ledger check', 'ledger', 'check'),
    await proof(bank, 'openbank audit verify', 'audit', 'verify'),
  ];
}

/** The restored database is noticed within a second; until then nothing is sent that could be accepted. */
async function untilStopped(payer: RehearsalPayer, payment: Payment): Promise<number> {
  for (const end = performance.now() + timeoutMs; ; await pause(100)) {
    const { status } = await payer.repeat(payment);
    if (status !== 429 || performance.now() > end) return status;
  }
}

async function debitedOnce(bank: Bank, payments: readonly Payment[]): Promise<Finding> {
  const ids = payments.map(({ order }) => order.body['endToEndIdentification']);
  const { rows } = await asAdmin(bank.ownerUrls['ais-pis'], (client) =>
    client.query<{ id: string; debits: number }>(
      'select end_to_end_id as id, count(*)::int as debits from entry where end_to_end_id = any($1) and amount < 0 group by 1',
      [ids],
    ),
  );
  const once = ids.every((id) => rows.some((row) => row.id === id && row.debits === 1));
  return finding('each payment is debited once', once, rows.map(({ debits }) => debits).join(', '));
}

async function proof(bank: Bank, what: string, ...command: readonly string[]): Promise<Finding> {
  const { code, out, err } = await openbank(bank, ...command);
  return finding(what, code === 0, err || (out.trim().split('\n').at(-1) ?? ''));
}

/** The operator's command line, as an operator runs it. */
const openbank = (bank: Bank, ...args: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
  new Promise((settle) => {
    const given = [process.argv[1]!, ...args, '--base-url', bank.baseUrl, '--operator-file', bank.operatorFile];
    execFile(process.execPath, given, (error, out, err) => {
      settle({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });
