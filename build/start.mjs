// `npm start`: compiles what has changed, then runs the bank as a process, and starts that process again where it dies: all services may be
// in it.
import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { platformRefusal } from './platform.mjs';

const refusal = platformRefusal();
if (refusal !== undefined) {
  console.error(refusal);
  process.exit(1);
}
// Not before: an old Node.js lacks what it imports.
const { isBundled } = await import('./sources.mjs');

const root = fileURLToPath(new URL('..', import.meta.url));
/** How a bank ends whose service died by an error that nobody caught (`start.ts`). */
const died = 75;
const [maxRestarts, withinMs] = [3, 60_000];

try {
  if (!isBundled(root)) execFileSync(process.execPath, ['build/compile.mjs'], { cwd: root, stdio: 'inherit' });
} catch {
  // The compiler has said why.
  process.exit(1);
}

// V8 keeps the compiled code between starts; the memory of glibc is one for all threads (see service-environment.ts); passwords are hashed
// by up to four threads, which must leave some for files.
const env = {
  NODE_COMPILE_CACHE: `${root}node_modules/.cache/open-banking/compiled/start`,
  MALLOC_ARENA_MAX: '1',
  UV_THREADPOOL_SIZE: '8',
  ...process.env,
};
const program = fileURLToPath(new URL('../sandbox/dist/bundle/start.js', import.meta.url));
let bank;
const restarts = [];

function run() {
  // Not in the terminal's process group: Ctrl-C comes from here, once. The bank stops when the channel to this process closes.
  bank = spawn(process.execPath, [...process.execArgv, program, ...process.argv.slice(2)], {
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  let wasOpen = false;
  bank.once('message', () => (wasOpen = true));
  bank.once('close', (code, signal) => {
    if (!wasOpen || (signal === null && code !== died)) process.exit(code ?? 1);
    const now = performance.now();
    const often = restarts.filter((at) => at > now - withinMs).length >= maxRestarts;
    process.stderr.write(
      `The bank ended (${signal ?? `exit code ${code}`}). ${often ? `It has died ${maxRestarts + 1} times within a minute.` : 'Restarting it.'}\n`,
    );
    if (often) {
      // Its PostgreSQL may still run; the next start takes it over.
      process.stderr.write('Its logs may say why. What is stored is kept: npm start goes on with it.\n');
      process.exit(1);
    }
    restarts.push(now);
    run();
  });
}

// npm passes a signal on to its shell, which ends without telling this process.
const parent = process.ppid;
if (process.env.npm_lifecycle_event !== undefined) setInterval(() => process.ppid === parent || bank.kill('SIGTERM'), 1_000).unref();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => bank.kill(signal));
run();
