// Runs a command of package.json that has parts (build/commands.mjs): `npm run check`, `campaign`, `bench` and `generate`.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { commands, everyChange, partOf, wholes } from './commands.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command, first, ...rest] = process.argv.slice(2);

/** The lines of `npm run <command> -- help`. */
function help() {
  const all = { ...(wholes[command] && { '': wholes[command] }), ...commands[command] };
  const lines = Object.entries(all).map(([part, { what }]) => `  ${`npm run ${command}${part && ` -- ${part}`}`.padEnd(40)} ${what}`);
  return [...(command === 'check' ? [`  ${'npm run check'.padEnd(40)} ${everyChange.join(', ')}`] : []), ...lines].join('\n');
}

/** Runs a program to its end and exits as it does. A signal ends the program, not only this process. */
function run({ args, env, compiled }, more) {
  if (compiled) {
    const { status } = spawnSync(process.execPath, ['build/compile.mjs'], { cwd: root, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  const child = spawn(process.execPath, [...args, ...more], { cwd: root, stdio: 'inherit', env: { ...env, ...process.env } });
  // A terminal sends SIGINT to both processes.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

/** Runs the commands that every change needs, up to the first that fails. */
function runEveryChange() {
  for (const line of everyChange) {
    const { status } = spawnSync(line, { cwd: root, stdio: 'inherit', shell: true });
    if (status !== 0) process.exit(status ?? 1);
  }
}

const part = partOf(command, first);
const given = first === undefined ? [] : [first, ...rest];
if (first === 'help') console.log(help());
else if (part) run(part, rest);
else if (wholes[command]) run(wholes[command], given);
else if (first === undefined) runEveryChange();
else {
  console.error(`npm run ${command} has no part ${first}:\n${help()}`);
  process.exitCode = 2;
}
