import { spawnSync } from 'node:child_process';

/** How a program is run, and what shows whether this machine can. */
export const toolchains: Readonly<Record<string, readonly [run: readonly string[], check: readonly string[]]>> = {
  sh: [['sh'], ['sh', '-c', 'command -v curl && command -v openssl']],
  mjs: [[process.execPath], [process.execPath, '--version']],
  py: [['python3'], ['python3', '--version']],
  java: [['java'], ['java', '--version']],
  go: [
    ['go', 'run'],
    ['go', 'version'],
  ],
};
// Java and Go are not on every machine, and take a minute to compile: `npm run check -- guides` runs them too.
const wanted = process.env['GUIDES'] === 'all' ? Object.keys(toolchains) : ['sh', 'mjs', 'py'];
const runnable = wanted.filter((kind) => {
  const [command = '', ...options] = toolchains[kind]![1];
  const runs = spawnSync(command, options, { stdio: 'ignore' }).status === 0;
  if (!runs) process.stderr.write(`guides: the programs in .${kind} are not run, as this machine has no ${command} for them\n`);
  return runs;
});
/** The kind of a program with its arguments. */
export const kindOf = (program: string): string => /\.(\w+)/.exec(program)![1]!;
/** Those of these programs that this machine can run. */
export const those = (...names: string[]): string[] => names.filter((name) => runnable.includes(kindOf(name)));

/** True if a Python package for signatures is installed: Python itself has none. */
export const hasSignatures = spawnSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' }).status === 0;
if (!hasSignatures) process.stderr.write('guides: notifications.py is not run, as this machine has no package cryptography for Python\n');
/** Programs that receive notifications, with their arguments. */
export const receivers = those('notifications.mjs', 'notifications.py', 'Client.java notifications', 'client.go notifications').filter(
  (name) => hasSignatures || !name.endsWith('.py'),
);
