import { readFileSync } from 'node:fs';
import { memoryOfProcess, ownMemoryOfProcess, treeOf } from '../start/process-tree.js';

/**
 * Proportional set size in MB, by what the processes are: the services by name, `gateway` (with this benchmark), `postgres`. Of PostgreSQL
 * without its shared buffers: they are bounded by `shared_buffers`, and count only once they are used.
 */
export type Memory = Readonly<Record<string, number>>;

const processName = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // The process has ended.
    return '';
  }
};

/** Those of PostgreSQL among these processes. */
export const postgresIn = <One extends { readonly pid: number }>(processes: readonly One[]): One[] =>
  processes.filter(({ pid }) => processName(pid) === 'postgres');

/** Of the services with these process ids, of PostgreSQL below this process, and of this process. */
export function memoryNow(pids: Readonly<Partial<Record<string, number>>>): Memory {
  const ofServices = Object.entries(pids).map(([service, pid]) => [service, memoryOfProcess(pid!)] as const);
  const postgres = postgresIn(treeOf(process.pid)).reduce((sum, { pid }) => sum + ownMemoryOfProcess(pid), 0);
  return { ...Object.fromEntries(ofServices), gateway: memoryOfProcess(process.pid), postgres };
}

const sampleMs = 3_000;

/** Samples memory until it is told to stop. */
export function sampleMemory(pids: Readonly<Partial<Record<string, number>>>): () => Memory[] {
  const samples: Memory[] = [memoryNow(pids)];
  const timer = setInterval(() => samples.push(memoryNow(pids)), sampleMs);
  return () => {
    clearInterval(timer);
    return samples;
  };
}
