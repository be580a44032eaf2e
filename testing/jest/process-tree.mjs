import { readdirSync, readFileSync } from 'node:fs';

/** Times in /proc are counted in hundredths of a second on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/** The parent of a process, and the processor seconds of itself and of all its descendants that have ended; undefined: it is gone. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name stands in parentheses and may hold any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), seconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/**
 * The processor seconds (user and system) of a process and of all processes that it has started, ended or not; a process whose parent has
 * ended belongs to no other. `isApart` names children (by what /proc says of their command) that are counted apart from the rest.
 * Undefined where there is no /proc.
 */
export function processorTree(pid = process.pid, isApart = () => false) {
  if (process.platform !== 'linux') return undefined;
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), statOf(name)])
      .filter(([, stat]) => stat !== undefined),
  );
  const children = Map.groupBy(all.keys(), (one) => all.get(one).parent);
  const sum = (one) => all.get(one).seconds + (children.get(one) ?? []).reduce((total, child) => total + sum(child), 0);
  const apart = (children.get(pid) ?? []).filter((child) => isApart(commandOf(child)));
  return { total: all.has(pid) ? sum(pid) : 0, apart: new Map(apart.map((child) => [child, sum(child)])) };
}

/** The processor seconds of a process and of all that it has started; undefined where there is no /proc. */
export const processorSeconds = (pid) => processorTree(pid)?.total;

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
