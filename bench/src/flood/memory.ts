import { readFileSync } from 'node:fs';
import { memoryOfProcess, treeOf } from '../start/process-tree.js';

/** Proportional set size in MB, by what the processes are: the services by name, `gateway` (with this benchmark), `postgres`. */
export type Memory = Readonly<Record<string, number>>;

const nameOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    // The process has ended.
    return '';
  }
};

/** Of the services with these process ids, of PostgreSQL below this process, and of this process. */
export function memoryNow(pids: Readonly<Partial<Record<string, number>>>): Memory {
  const ofServices = Object.entries(pids).map(([service, pid]) => [service, memoryOfProcess(pid!)] as const);
  const postgres = treeOf(process.pid)
    .filter(({ pid }) => nameOf(pid) === 'postgres')
    .reduce((sum, { pid }) => sum + memoryOfProcess(pid), 0);
  return { ...Object.fromEntries(ofServices), gateway: memoryOfProcess(process.pid), postgres };
}

const sampleMs = 3_000;

/** Samples memory until it is told to stop. */
export function sampled(pids: Readonly<Partial<Record<string, number>>>): () => Memory[] {
  const samples: Memory[] = [memoryNow(pids)];
  const timer = setInterval(() => samples.push(memoryNow(pids)), sampleMs);
  return () => {
    clearInterval(timer);
    return samples;
  };
}
