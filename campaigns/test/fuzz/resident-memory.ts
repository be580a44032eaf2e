import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const kibibytes = (pid: number): number =>
  process.platform === 'linux'
    ? Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])
    : Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));

/** Memory that a process has in use, outside the heap of V8 too, in MB. */
export const residentMegabytes = (pid: number): number => kibibytes(pid) / 1_024;
