import { valkeyAddressOf, type AwayRule, type ServiceSettings } from '@open-banking/config';
import type { Service } from '@open-banking/spec';
import { LimitsWithoutStore, type AwaySettings } from './limits-without-store.js';
import type { StoreEvents, ValkeyWindowStorage } from './valkey-window-storage.js';

export type LimitStoreSettings = AwaySettings & Pick<ServiceSettings, 'valkeyUrl' | 'valkeyCaFile' | 'valkeySentinelPassword'>;

export interface LimitStoreEvents extends StoreEvents {
  /** Called for each request that is decided while the store is away. */
  readonly onDecisionWithoutStore: (rule: AwayRule) => void;
}

/** The store in which all replicas of a service count their limits, and the rule of a replica while it is away. */
export interface LimitStore {
  readonly storage: ValkeyWindowStorage;
  readonly withoutStore: LimitsWithoutStore;
}

/**
 * Opens the store that the settings name; undefined where they name none. Waits at most two seconds for it. Throws where the database of
 * its URL cannot be selected: that is a wrong setting, which waiting does not mend.
 */
export async function openLimitStore(
  service: Service,
  settings: LimitStoreSettings,
  events: LimitStoreEvents,
): Promise<LimitStore | undefined> {
  if (settings.valkeyUrl === undefined) return undefined;
  // Only a bank with a store pays for loading its client.
  const [{ databaseFault, valkeyClient }, { ValkeyWindowStorage }] = await Promise.all([
    import('./valkey-client.js'),
    import('./valkey-window-storage.js'),
  ]);
  const client = valkeyClient(valkeyAddressOf(settings.valkeyUrl)!, {
    caFile: settings.valkeyCaFile,
    sentinelPassword: settings.valkeySentinelPassword,
    connectionName: `open-banking-${service}`,
  });
  const storage = new ValkeyWindowStorage(client, `limits:${service}:`, events);
  await storage.open();
  const fault = databaseFault(client);
  if (fault !== undefined) {
    await storage.close();
    throw new Error(`${fault} (docs/limits-over-replicas.md).`);
  }
  return { storage, withoutStore: new LimitsWithoutStore(settings, events.onDecisionWithoutStore) };
}
