import { services, type Service } from '@open-banking/spec';
import type { runningBank } from '@open-banking/testing';
import { forkedService, type ForkedService } from '@open-banking/testing/bank';

/** A second process of the portal, on the database of the bank's own. `urlOf`: where it finds the internal port of each service. */
export const anotherPortal = (
  bank: ReturnType<typeof runningBank>,
  sandbox: '0' | '1',
  urlOf: (service: Service) => string,
  env: Readonly<Record<string, string>> = {},
): Promise<ForkedService> =>
  forkedService('portal', {
    PORT: '0',
    INTERNAL_PORT: '0',
    BASE_URL: bank.baseUrl,
    DATABASE_URL: bank.facts.ownerUrls.portal,
    KEYS_DIR: bank.facts.keysDir,
    LOG_LEVEL: 'silent',
    SANDBOX: sandbox,
    ...Object.fromEntries(services.map((service) => [`${service.toUpperCase().replaceAll('-', '_')}_INTERNAL_URL`, urlOf(service)])),
    ...env,
  });

/** A second process of the sandbox's portal, which does not reach one service. */
export const portalWithout = (bank: ReturnType<typeof runningBank>, missing: Service): Promise<ForkedService> =>
  anotherPortal(bank, '1', (service) =>
    service === missing ? 'http://127.0.0.1:9' : `http://127.0.0.1:${bank.facts.internal[service].internalPort}`,
  );
