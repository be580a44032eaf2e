// Before each test file that runs code of the bank itself. jest runs a CommonJS dependency (@nestjs/throttler) while it still
// gathers the ES modules around it, and so refuses it the ES module @nestjs/common "in a cycle" (jest 30.5; Node itself does
// not): loaded before, it is there. Most tests of services only send requests, and are spared its 0.4 s.
import { readFileSync } from 'node:fs';

const { testPath } = expect.getState();
if (/from '(\.\.\/|@nestjs|@open-banking\/(?!testing'|sandbox\/third-party|spec|messages))/.test(readFileSync(testPath, 'utf8'))) {
  await import('@nestjs/common');
  await import('@nestjs/core');
}
