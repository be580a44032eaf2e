import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '@open-banking/database/migration-folders';
import type { ServiceDefinition, ServedService } from '@open-banking/service';
import type { Service } from '@open-banking/spec';
import type { DataFolder } from '@open-banking/installation/data-folder';
import type { RunningBank } from '@open-banking/installation/addresses';
import { LogFile } from './log-file.js';
import { drainMsOf, environmentOf, inheritedSettings } from './service-environment.js';
import { isBuilt, type LoadingService, type RunningService, type StartOptions } from './service-process.js';

/** A service that this process hosts: what runs in its asynchronous context belongs to it. */
interface Hosted {
  readonly service: Service;
  readonly logFile: string;
  served?: ServedService;
}

const hosted = new AsyncLocalStorage<Hosted>();
/** The services that serve. */
const serving = new Set<ServedService>();
/** Set when the process ends by an error: logs are then written at once. */
let ending = false;

/** The bundle that exports the definition of a service. It shares its libraries with this program, if this one is bundled too. */
const bundleOf = (service: Service): string => `${root}apps/${service}/dist/bundle/service.js`;

async function definitionOf(service: Service): Promise<ServiceDefinition> {
  const exported = (await import(pathToFileURL(bundleOf(service)).href)) as Readonly<Record<string, ServiceDefinition>>;
  return Object.values(exported)[0]!;
}

/**
 * Loads a service into this process. It has its own ports, database role, keys, log file and internal calls, as in a process of its own;
 * the caller serves as its `LoadingService` either way.
 */
export function hostService(
  service: Service,
  folder: DataFolder,
  settings: NodeJS.ProcessEnv = {},
  { overrides }: Pick<StartOptions, 'overrides'> = {},
): LoadingService {
  if (!isBuilt(service)) throw new Error(`${service} is not compiled: run npm run compile`);
  const logFile = join(folder.logs, `${service}.log`);
  const log = new LogFile(logFile);
  const host: Hosted = { service, logFile };
  const inherited = inheritedSettings(settings);
  const loaded = hosted.run(host, () => definitionOf(service));
  // The caller that awaits the start gets the reason.
  loaded.catch(() => undefined);
  let ended: (reason: undefined) => void;
  const end = new Promise<undefined>((settle) => (ended = settle));
  const stop = async (): Promise<void> => {
    const { served } = host;
    delete host.served;
    await served?.stop();
    if (served) serving.delete(served);
    await log.close();
    ended(undefined);
  };
  const start = async (bank: RunningBank): Promise<RunningService> => {
    const environment = { ...inherited, ...environmentOf(service, bank, folder, 0), DRAIN_MS: drainMsOf(settings, bank), ...overrides };
    const writeLog = (lines: string): void => {
      if (ending) appendFileSync(logFile, lines);
      else log.write(lines);
    };
    const writeFatal = (line: string): void => {
      appendFileSync(logFile, line);
    };
    host.served = await hosted
      .run(host, async () => (await loaded).serve({ environment, writeLog, writeFatal }))
      .catch((error: unknown) => {
        throw new Error(`${service} cannot start: ${error instanceof Error ? error.message : String(error)}\nIts log: ${logFile}`, {
          cause: error,
        });
      });
    serving.add(host.served);
    return { service, settingWarnings: host.served.settingWarnings, stop, ended: end };
  };
  return { faults: loaded.then((definition) => definition.faultsIn(inherited)).catch(() => []), start, stop };
}

/**
 * Writes an uncaught error, or a warning of Node.js, to the log of the service that it comes from. Returns the service; undefined:
 * it comes from none.
 */
export function reportHosted(kind: 'error' | 'warning', error: Error): Service | undefined {
  const host = hosted.getStore();
  if (kind === 'warning') host?.served?.warn(error);
  else if (host) {
    ending = true;
    for (const served of serving) served.endLog();
    host.served?.endBy(error);
  }
  return host?.service;
}
