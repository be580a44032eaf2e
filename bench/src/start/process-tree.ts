import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux reports it (`man proc_pid_stat`). */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Processor time of its own and of its children that have ended, in seconds. */
  readonly seconds: number;
}

/** USER_HZ: the same on every Linux that Node.js runs on. */
const ticksPerSecond = 100;
const kilobytes = (member: string): RegExp => new RegExp(`^${member}: +(\\d+) kB$`, 'm');
const [all, shared] = [kilobytes('Pss'), kilobytes('Pss_Shmem')];

/** Whether this machine has the figures. */
export const hasProcessFigures = process.platform === 'linux';

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
}

function processOf(pid: number): Process[] {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === '') return [];
  // The name, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, text) => sum + Number(text), 0);
  return [{ pid, parent: Number(fields[1]), seconds: ticks / ticksPerSecond }];
}

/** A process and all that it has started, directly or not. */
export function treeOf(root: number): Process[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(Number(name)));
  const below = (parent: number): Process[] => processes.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return [...processes.filter(({ pid }) => pid === root), ...below(root)];
}

/** Proportional set size of a process in MB. */
export const memoryOfProcess = (pid: number): number => megabytesOf(all, read(`/proc/${pid}/smaps_rollup`));

/** The same without the memory that it shares on purpose. */
export function ownMemoryOfProcess(pid: number): number {
  const rollup = read(`/proc/${pid}/smaps_rollup`);
  return megabytesOf(all, rollup) - megabytesOf(shared, rollup);
}

const megabytesOf = (member: RegExp, rollup: string): number => Number(member.exec(rollup)?.[1] ?? 0) / 1_024;

/** The same of a tree of processes: each page that several of them use counts once. */
export const memoryOf = (root: number): number => treeOf(root).reduce((sum, { pid }) => sum + memoryOfProcess(pid), 0);

/** Processor time of a tree of processes in seconds, with that of processes in it that have ended. */
export const processorSecondsOf = (root: number): number => treeOf(root).reduce((sum, { seconds }) => sum + seconds, 0);

/** Processor time in seconds of all processes that this one has started and that have ended, with what these have waited for. */
export function processorSecondsOfEnded(): number {
  const stat = read('/proc/self/stat');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) / ticksPerSecond;
}
