// The languages that the clients of `npm run check -- clients` need, as installed on this machine.
import { spawnSync } from 'node:child_process';

/** The command of each, and the lowest version with which its generator works. */
const runtimes = {
  java: { command: 'java -version', atLeast: [17] },
  maven: { command: 'mvn --version', atLeast: [3, 6] },
  python: { command: 'python3 --version', atLeast: [3, 11] },
  go: { command: 'go version', atLeast: [1, 24] },
  rust: { command: 'cargo --version', atLeast: [1, 85] },
  npm: { command: 'npm --version', atLeast: [10] },
};

const isAtLeast = (version, wanted) => {
  for (const [at, number] of wanted.entries()) if ((version[at] ?? 0) !== number) return (version[at] ?? 0) > number;
  return true;
};

/** Why a client cannot run on this machine, such as "no go 1.24 or later"; undefined: it can. */
export function missingRuntime(needs) {
  for (const name of needs) {
    const { command, atLeast } = runtimes[name];
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    const version = /(\d+)\.(\d+)/.exec(`${stdout}${stderr}`)?.slice(1).map(Number);
    if (status !== 0 || version === undefined || !isAtLeast(version, atLeast)) return `no ${name} ${atLeast.join('.')} or later`;
  }
  return undefined;
}
