import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { readAllSettings, ServiceSettings } from '@open-banking/config';
import { planIn, planText } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import type { Service } from '@open-banking/spec';
import { TracingSettings } from '@open-banking/tracing';
import { reasonOf } from './error-fields.js';
import { logs, writeFatal, writeUncaught } from './log.js';
import { Metrics } from './metrics.js';
import { settingsModule, type Serving } from './service.module.js';
import { settingsOfParent } from './settings-of-parent.js';
import { start } from './start.js';
import { traces } from './traces.js';

/** Runs a service until it is told to stop. Ends the process with one clear message where it cannot start. */
export async function serve(service: Service, modules: readonly (Type | DynamicModule)[], serving: Serving = {}): Promise<void> {
  try {
    const shapes = [ServiceSettings, TracingSettings, ...(serving.settings ?? [])] as const;
    const readers = { planFile: (file: string) => planIn(file, planText(file)), ...serving.fileReaders };
    await settingsOfParent(shapes, readers);
    // With the contents of files, before the database is waited for: all that is wrong is told at once.
    const [settings, tracing, ...own] = readAllSettings(shapes, process.env, readers);
    const written = logs(service, settings.logLevel);
    writeUncaught(service, written);
    const metrics = new Metrics(service);
    const recording = await traces(service, tracing, written, metrics);
    const running = await start(service, [settingsModule(own), ...modules], serving, settings, { written, metrics });
    const stop = () => running.stop().then(recording.stop);
    written.log.info({ event: 'listening', port: running.port, internalPort: running.internalPort });
    process.send?.({ event: 'listening', port: running.port, internalPort: running.internalPort });
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        void stop().then(() => process.exit(0));
      });
    // A parent that is gone cannot stop us any more.
    if (process.send)
      process.once('disconnect', () => {
        void stop().then(() => process.exit(0));
      });
  } catch (error) {
    writeFatal(service, 'cannot start', error instanceof Refusal ? new Error(reasonOf(error)) : error);
    process.exit(1);
  }
}
