// `npm start`: compiles what has changed, then runs the bank in this process. V8 keeps the compiled code of it between starts, as it does for the services.
import { execFileSync } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isBundled } from './sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
try {
  if (!isBundled(root)) execFileSync(process.execPath, ['build/compile.mjs'], { cwd: root, stdio: 'inherit' });
} catch {
  // The compiler has said why.
  process.exit(1);
}
enableCompileCache(`${root}node_modules/.cache/open-banking/compiled/start`);
await import('../sandbox/dist/bundle/start.js');
