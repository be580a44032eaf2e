import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import type { MeasuredBank } from '../measured-bank.js';

const file = (...path: (string | number)[]): string => readFileSync(`/proc/${path.join('/')}`, 'utf8');
const tickUs = 10_000;

/** A process that has ended meanwhile has no files any more. */
function unlessEnded<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The fields of proc_pid_stat(5) from the third on: the second, in parentheses, is a name and may hold anything. */
const statOf = (pid: number): string[] =>
  file(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
const parentOf = (pid: number): number => Number(statOf(pid)[1]);

/** The time of all running threads, in microseconds: `stat` counts in hundredths of a second. */
const usedBy = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + unlessEnded(() => Number(file(pid, 'task', thread, 'schedstat').split(' ')[0]) / 1_000, 0),
    0,
  );
/** The time of its ended children, which `usedBy` no longer counts. */
const usedByEndedChildren = (pid: number): number =>
  statOf(pid)
    .slice(13, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * tickUs, 0);

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && unlessEnded(() => parentOf(Number(name)), -1) === pid)
    .map(Number);

/**
 * The processor time in microseconds that a bank's processes beside the measured one have used so far: ais-pis, and all of
 * PostgreSQL. Needs Linux, and a PostgreSQL on this machine.
 */
export class BankProcessorTime {
  private constructor(
    private readonly aisPis: number,
    private readonly postmaster: number,
  ) {}

  static async of({ bank }: MeasuredBank): Promise<BankProcessorTime> {
    const client = new pg.Client({ connectionString: bank.ownerUrls['ais-pis'] });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = parentOf(rows[0]!.pid);
    await client.end();
    return new BankProcessorTime(bank.pids['ais-pis']!, postmaster);
  }

  read(): number {
    const servers = [this.postmaster, ...childrenOf(this.postmaster)];
    const running = [this.aisPis, ...servers].reduce((sum, pid) => sum + unlessEnded(() => usedBy(pid), 0), 0);
    return running + usedByEndedChildren(this.postmaster);
  }
}
