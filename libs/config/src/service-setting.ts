import { services, type Service } from '@open-banking/spec';
import type { SettingsClass } from './settings.js';

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : Name;

/** One optional setting a service: `aisPisInternalUrl`, `savingsLoansInternalUrl` and so on. */
export type PerService<Suffix extends string, Value> = { readonly [S in Service as `${Camel<S>}${Suffix}`]?: Value };

/** The setting of one service: of `loan-services` and `InternalUrl` it is `loanServicesInternalUrl`, LOAN_SERVICES_INTERNAL_URL. */
export const serviceSetting = <const Suffix extends string>(service: Service, suffix: Suffix): keyof PerService<Suffix, unknown> =>
  `${service.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}${suffix}` as keyof PerService<Suffix, unknown>;

/**
 * A class with one setting for each service of the table, in its order. `decorate` returns the decorators of a service's
 * setting, which must include `@IsOptional()`.
 */
export function settingsPerService<Value, const Suffix extends string>(
  suffix: Suffix,
  decorate: (service: Service) => readonly PropertyDecorator[],
): SettingsClass<PerService<Suffix, Value>> {
  class SettingsPerService {}
  for (const service of services)
    for (const decorator of decorate(service)) decorator(SettingsPerService.prototype, serviceSetting(service, suffix));
  return SettingsPerService as SettingsClass<PerService<Suffix, Value>>;
}

/** The settings of each service that has one. */
export const valuesPerService = <Value, const Suffix extends string>(
  settings: PerService<Suffix, Value>,
  suffix: Suffix,
): Partial<Record<Service, Value>> =>
  Object.fromEntries(
    services.flatMap((service) => {
      const value = settings[serviceSetting(service, suffix)] as Value | undefined;
      return value === undefined ? [] : [[service, value]];
    }),
  );
