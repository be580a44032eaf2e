// Before each test file that runs code of the bank itself. jest runs a CommonJS dependency (@nestjs/throttler) while it still
// gathers the ES modules around it, and so refuses it the ES module @nestjs/common "in a cycle" (jest 30.5; Node itself does
// not): loaded before, it is there. Most tests of services only send requests, and are spared its 0.4 s.
import { readFileSync } from 'node:fs';

const ofTheBank = /from ['"](\.\.\/|@nestjs|@open-banking\/(?!testing['"]|sandbox\/third-party|spec|messages))/;

/** Whether a test file, or a file beside it that it imports, imports code of the bank. */
function runsTheBank(file, seen = new Set()) {
  if (seen.has(file)) return false;
  seen.add(file);
  const source = readFileSync(file, 'utf8');
  const beside = [...source.matchAll(/^(?:import|export) (?!type ).*? ?from '(\.\/[^']+)\.js'|^\} from '(\.\/[^']+)\.js'/gm)];
  return (
    ofTheBank.test(source) || beside.some(([, one, other]) => runsTheBank(new URL(`${one ?? other}.ts`, `file://${file}`).pathname, seen))
  );
}

if (runsTheBank(expect.getState().testPath)) {
  await import('@nestjs/common');
  await import('@nestjs/core');
}
