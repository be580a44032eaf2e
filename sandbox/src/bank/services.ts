import { services, type Service } from '@open-banking/spec';
import type { DataFolder } from '@open-banking/installation/data-folder';
import type { RunningBank } from '@open-banking/installation/addresses';
import type { BankOptions, Cleanups } from './bank-options.js';
import { hostService } from './hosted-service.js';
import { startWithRestarts } from './restarts.js';
import { loadService, stopInOrder, type LoadingService, type RunningService } from './service-process.js';

const noop = (): void => undefined;

const isHosted = (service: Service, { processes = 'separate' }: BankOptions): boolean =>
  typeof processes === 'string' ? processes === 'one' : !processes.includes(service);

/** Begins to load a service: into this process, or into one of its own. */
export function load(service: Service, folder: DataFolder, options: BankOptions, replica = 0): LoadingService {
  const { settings, nodeFlags } = options;
  return isHosted(service, options)
    ? hostService(service, folder, settings)
    : loadService(service, folder, settings, { replica, nodeFlags });
}

/** All replicas, in their order: they load their code while the database opens. */
export function loadServices(options: BankOptions, folder: DataFolder, started: Cleanups): LoadingService[] {
  const { services: wanted = services, replicas = 1 } = options;
  const loading = Array.from({ length: replicas }, (_, replica) => replica).flatMap((replica) =>
    wanted.map((service) => load(service, folder, options, replica)),
  );
  started.push(() => Promise.all(loading.map((service) => service.stop())));
  return loading;
}

/** Starts what is loaded, and throws the first error when all have started or failed. */
export async function startServices(
  wanted: readonly Service[],
  bank: RunningBank,
  folder: DataFolder,
  options: BankOptions,
  loading: readonly LoadingService[],
  started: Cleanups,
): Promise<RunningService[]> {
  const { restarting, log = noop } = options;
  let before: Promise<unknown> = Promise.resolve();
  // In one process one after the other, ais-pis first: together each would keep the others from their database for seconds.
  const inTurn = (start: () => Promise<RunningService>): Promise<RunningService> => {
    const started = before.then(start);
    before = started.catch(() => undefined);
    return started;
  };
  const each = await Promise.allSettled(
    loading.map((first, at) => {
      const replica = Math.floor(at / wanted.length);
      const service = wanted[at % wanted.length]!;
      const start = () => (isHosted(service, options) ? inTurn(() => first.start(bank)) : first.start(bank));
      if (!restarting) return start();
      const restart = () => load(service, folder, options, replica).start(bank);
      return startWithRestarts(start, restart, log);
    }),
  );
  const running = each.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  started.push(() => stopInOrder(running));
  const failed = each.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return running;
}
