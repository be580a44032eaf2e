import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serviceSetting, variableOf, type ServiceSettings } from '@open-banking/config';
import { everyInternal, services, type Service } from '@open-banking/spec';

/** Throws where the service's own key is missing: without this check the first internal call would find out. */
export function requireServiceKey(service: Service, keysDir: string): void {
  const file = `${service}.private.jwk.json`;
  if (!existsSync(join(keysDir, file))) throw new Error(`KEYS_DIR ${keysDir} has no ${file}: this service's own key`);
}

/**
 * The addresses of the services this one calls: the issuers ask all about a customer's resources and the portal asks all how they are, the
 * others ask ais-pis, and all but the portal report requests to it. A bank may have no portal: its address need not be set.
 */
export function internalAddresses(service: Service, settings: ServiceSettings): Partial<Record<Service, readonly string[]>> {
  const asksAll = Object.values(everyInternal).some(({ callers }) => callers?.includes(service));
  const called = asksAll ? services : (['ais-pis', 'portal'] as const);
  const addresses = called
    .filter((other) => other !== service)
    .map((other) => {
      const name = serviceSetting(other, 'InternalUrl');
      return { other, variable: variableOf(name), address: settings[name] ?? [] };
    });
  const missing = addresses
    .filter(({ other, address }) => address.length === 0 && other !== 'portal')
    .map(({ other, variable }) => `${variable} is not set: internal address of ${other}`);
  if (missing.length > 0) throw new Error(missing.join('\n'));
  return Object.fromEntries(addresses.filter(({ address }) => address.length > 0).map(({ other, address }) => [other, address]));
}
