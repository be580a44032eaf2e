import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processorSecondsOfEnded } from './process-tree.js';
import { terminalEnvironment } from '../commit-worktree.js';

/** The cost of a command, in seconds by the clock and of processor time. */
export interface Cost {
  readonly seconds: number;
  readonly processorSeconds: number;
}

export const totalCost = (...costs: readonly Cost[]): Cost => ({
  seconds: costs.reduce((sum, { seconds }) => sum + seconds, 0),
  processorSeconds: costs.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0),
});

/**
 * Runs a command to its end. Its processor time has that of all processes that it has started and waited for, as the system adds them up
 * (`wait4`): what outlives the process that started it is not in it. One command at a time. Where it fails, `onFailure` gets the end of
 * what was printed; by default it throws that.
 */
export async function measuredCommand(
  folder: string,
  command: readonly [string, ...string[]],
  onFailure: (printed: string) => void = (printed) => {
    throw new Error(printed);
  },
): Promise<Cost> {
  const [program, ...args] = command;
  const [began, before] = [performance.now(), processorSecondsOfEnded()];
  const child = spawn(program, args, { cwd: folder, env: terminalEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-8_000);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) onFailure(`${command.join(' ')} failed in ${folder}:\n${printed}`);
  return { seconds: (performance.now() - began) / 1_000, processorSeconds: processorSecondsOfEnded() - before };
}
