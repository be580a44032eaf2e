import 'reflect-metadata';
import type { DynamicModule, Type } from '@nestjs/common';
import { faultsOfSet, readAllSettings, renamedSettings, settingWarnings, ServiceSettings, type FileReaders } from '@open-banking/config';
import { planIn, planText } from '@open-banking/limits';
import { Refusal } from '@open-banking/messages';
import type { Service } from '@open-banking/spec';
import { TracingSettings } from '@open-banking/telemetry/tracing';
import { errorReason, fatalLine, logs, uncaught, type WriteLog, Metrics, traces } from '@open-banking/telemetry';
import { settingsModule, type ServiceOptions } from './service.module.js';
import { start } from './start.js';

/** Everything that a service gets from outside: it reads no environment of its process, and writes to none of its streams. */
export interface ServeSettings {
  /** Its settings, as environment variables. */
  readonly environment: NodeJS.ProcessEnv;
  readonly writeLog: WriteLog;
  /** Receives the line of why it cannot start, or ends: written at once, as nothing may follow. */
  readonly writeFatal: (line: string) => void;
}

/** A service that serves. Several may run in one process. */
export interface ServedService {
  readonly port: number;
  readonly internalPort: number;
  /** The settings that do not do what they are set for, a sentence each. */
  readonly settingWarnings: readonly string[];
  /** After this many milliseconds a stop has failed: what is still under way never ends. */
  readonly stopMs: number;
  /** Writes a warning of Node.js, or what a library prints, to its log. */
  warn(warning: Pick<Error, 'name' | 'message'>): void;
  /** Writes at once what waits for the log: the process is about to end. */
  endLog(): void;
  /** Logs that the service ends by an uncaught error. */
  endBy(error: unknown): void;
  /** Drains, ends its work and closes everything that it has opened. */
  stop(): Promise<void>;
}

/** A service as an object: its name, its modules, and what it replaces of the defaults. `serve` runs it. */
export interface ServiceDefinition {
  readonly service: Service;
  readonly modules: readonly (Type | DynamicModule)[];
  readonly options: ServiceOptions;
  /** The faults of the settings that are set so far, a line each. */
  faultsIn(environment: NodeJS.ProcessEnv): readonly string[];
  /** As `serve`: for who has loaded the definition from a bundle, which has its own libraries. */
  serve(settings: ServeSettings): Promise<ServedService>;
}

/** Defines a service. */
export function defineService(
  service: Service,
  modules: readonly (Type | DynamicModule)[],
  options: ServiceOptions = {},
): ServiceDefinition {
  const definition: ServiceDefinition = {
    service,
    modules,
    options,
    faultsIn: (environment) => faultsOfSet(shapesOf(options), environment, readersOf(options)),
    serve: (settings) => serve(definition, settings),
  };
  return definition;
}

/** Serves until it is stopped. Where it cannot start it writes the reason in one clear line and throws it; nothing of it is left then. */
export async function serve(definition: ServiceDefinition, settings: ServeSettings): Promise<ServedService> {
  try {
    return await started(definition, settings);
  } catch (error) {
    const reason = error instanceof Refusal ? new Error(errorReason(error)) : error;
    settings.writeFatal(fatalLine(definition.service, 'cannot start', reason));
    throw reason;
  }
}

async function started(
  { service, modules, options }: ServiceDefinition,
  { environment, writeLog, writeFatal }: ServeSettings,
): Promise<ServedService> {
  // With the contents of files, before the database is waited for: all that is wrong is reported at once.
  const [settings, tracing, ...own] = readAllSettings(shapesOf(options), environment, readersOf(options));
  const written = logs(service, settings.logLevel, writeLog);
  for (const { previousVariable, variable } of renamedSettings(shapesOf(options), environment))
    written.log.warn({
      event: 'setting renamed',
      message: `${previousVariable} is now ${variable}; the old name works in this release only`,
    });
  const metrics = new Metrics(service);
  const settingsThatWarn = settingWarnings(shapesOf(options), environment);
  for (const { text } of settingsThatWarn) written.log.warn({ event: 'setting without effect', message: text });
  metrics.reportSettingWarnings(settingsThatWarn);
  const recording = await traces(service, tracing, written, metrics);
  const telemetry = { written, metrics, traces: recording };
  try {
    const running = await start(service, [settingsModule(own), ...modules], options, { ...settings, environment }, telemetry);
    const { port, internalPort } = running;
    written.log.info({ event: 'listening', port, internalPort });
    return {
      port,
      internalPort,
      settingWarnings: settingsThatWarn.map(({ text }) => text),
      stopMs: settings.drainMs + settings.shutdownMs,
      warn: ({ name, message }) => {
        written.log.warn({ event: 'warning', name, message });
      },
      endLog: written.end,
      endBy: (error) => {
        written.end();
        writeFatal(fatalLine(service, 'ends by an error', uncaught(error)));
      },
      stop: async () => {
        await running.stop();
        await recording.stop();
        metrics.end();
        written.end();
      },
    };
  } catch (error) {
    await recording.stop();
    metrics.end();
    written.end();
    throw error;
  }
}

const shapesOf = ({ settings = [] }: ServiceOptions) => [ServiceSettings, TracingSettings, ...settings] as const;
const readersOf = ({ fileReaders }: ServiceOptions): FileReaders => ({
  planFile: (file: string) => planIn(file, planText(file)),
  ...fileReaders,
});
