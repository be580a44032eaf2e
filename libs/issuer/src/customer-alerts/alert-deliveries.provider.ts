import type { InjectionToken, Provider } from '@nestjs/common';
import { alertAddress, AlertSettings, SignedPort, SigningKeys } from '@open-banking/commands';
import { ServiceSettings } from '@open-banking/config';
import { Database } from '@open-banking/database';
import type { Issuer } from '@open-banking/spec';
import { issuerFacts } from '../issuer-facts.js';
import { IssuingSettings } from '../issuer-settings.js';
import { CustomerAlertDeliveries, type AlertChoices } from './customer-alert-deliveries.js';

/** The provider that sends a service's alerts of customers, signed in the name of one of its issuers. `choices`: the customers' choices. */
export const alertDeliveries = (id: Issuer, choices: InjectionToken<AlertChoices>): Provider => ({
  provide: CustomerAlertDeliveries,
  inject: [Database, SigningKeys, choices, AlertSettings, ServiceSettings, IssuingSettings],
  useFactory: (
    database: Database,
    keys: SigningKeys,
    chosen: AlertChoices,
    settings: AlertSettings,
    service: ServiceSettings,
    issuing: IssuingSettings,
  ) => {
    const url = alertAddress(settings);
    const { issuer } = issuerFacts(id, { ...service, ...issuing });
    return new CustomerAlertDeliveries({
      database,
      choices: chosen,
      port: url === undefined ? undefined : new SignedPort(url, keys, issuer),
    });
  },
});
