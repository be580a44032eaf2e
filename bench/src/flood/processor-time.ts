import { availableParallelism } from 'node:os';
import { treeOf } from '../start/process-tree.js';
import { postgresIn } from './memory.js';

/** Seconds of processor time by what used them: the services by name, `gateway` (in this process, with the benchmark), `postgres`. */
export type BankSeconds = Readonly<Record<string, number>>;

/** Shares of the time of all processors, in a phase: those of the bank, and `sending`, which a bank's clients do elsewhere. */
export type ProcessorTime = Readonly<Record<string, number>>;

/** Until now. */
export function bankSeconds(pids: Readonly<Partial<Record<string, number>>>): BankSeconds {
  const all = treeOf(process.pid);
  const ofServices = Object.entries(pids).map(([service, of]) => [service, all.find(({ pid }) => pid === of)?.seconds ?? 0] as const);
  const { user, system } = process.cpuUsage();
  const postgres = postgresIn(all).reduce((sum, { seconds }) => sum + seconds, 0);
  return { ...Object.fromEntries(ofServices), gateway: (user + system) / 1_000_000, postgres };
}

/** The use of this machine since `before`. */
export function processorTime(
  pids: Readonly<Partial<Record<string, number>>>,
  before: BankSeconds,
  { seconds, sending }: { readonly seconds: number; readonly sending: number },
): ProcessorTime {
  const whole = seconds * availableParallelism();
  const now = bankSeconds(pids);
  return Object.fromEntries(Object.entries({ ...now, sending }).map(([name, used]) => [name, (used - (before[name] ?? 0)) / whole]));
}
