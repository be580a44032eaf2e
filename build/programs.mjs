// The programs that are bundled, and where their bundles are written.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The compiled programs. */
export const compiledPrograms = (root) =>
  [
    ...readdirSync(join(root, 'apps')).flatMap((app) => [`apps/${app}/dist/main.js`, `apps/${app}/dist/service.js`]),
    'apps/portal/dist/make-logo.js',
    'cli/dist/openbank.js',
    'sandbox/dist/openbank.js',
    'sandbox/dist/start.js',
    'sandbox/dist/make-customer.js',
    'sandbox/dist/make-demo-bank.js',
    'simulators/dist/serve-login.js',
    'sandbox/dist/serve-part.js',
  ]
    .map((program) => join(root, program))
    .filter(existsSync);

/** The programs that `bundle` writes. */
export const bundledPrograms = (root) => compiledPrograms(root).map((program) => join(dirname(program), 'bundle', basename(program)));
