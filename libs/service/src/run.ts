import { writeSync } from 'node:fs';
import { handOnConsole } from '@open-banking/telemetry/console-lines';
import { serve, type ServiceDefinition } from './serve.js';
import { settingsOfParent } from './settings-of-parent.js';

/**
 * Runs a service as a process of its own, from the environment, until a signal or the end of its parent stops it. Ends the process with one
 * clear message where the service cannot start.
 */
export async function run(definition: ServiceDefinition): Promise<void> {
  const environment = await settingsOfParent(definition);
  const served = await serve(definition, {
    environment,
    writeLog: (lines) => process.stdout.write(lines),
    writeFatal: (line) => writeSync(process.stderr.fd, line),
  }).catch(() => process.exit(1));
  // Node.js would write these as text: what libraries print, its warnings, and an uncaught error.
  handOnConsole(served.warn);
  process.removeAllListeners('warning').on('warning', served.warn);
  process.on('uncaughtException', (error) => {
    served.endBy(error);
    process.exit(1);
  });
  process.once('exit', served.endLog);
  const { port, internalPort, settingWarnings } = served;
  process.send?.({ event: 'listening', port, internalPort, settingWarnings });
  const stop = (): void => {
    setTimeout(() => process.exit(1), served.stopMs).unref();
    void served.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  // A parent that is gone cannot stop us any more.
  if (process.send) process.once('disconnect', stop);
}
