import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, rmSync } from 'node:fs';

// Loaded before a service (NODE_OPTIONS): kills it once, at the point named in the file.
const file = process.env['KILL_AT_FILE'];
if (file !== undefined) {
  subscribe('open-banking:point', (message) => {
    if (!existsSync(file) || readFileSync(file, 'utf8') !== (message as { point: string }).point) return;
    rmSync(file);
    process.kill(process.pid, 'SIGKILL');
  });
}
