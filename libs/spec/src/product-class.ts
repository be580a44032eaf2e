import { issuerHomes } from './infrastructure-operations.js';
import type { Operation } from './operation.js';
import { services, type Service } from './services.js';
import { operations } from './table.js';
import { simulationClient } from './token.js';

/**
 * The groups for which a bank publishes how available and how fast its interface is (EBA/GL/2018/07, guidelines 2.2 and 2.3):
 * account information services, payment initiation services, and the rest. Confirmations of funds, the guidelines' third kind,
 * are no operation of the specification.
 */
export const productClasses = ['AIS', 'PIS', 'OTHER'] as const;
export type ProductClass = (typeof productClasses)[number];

/** AIS: consents and what is read under them. PIS: payments. OTHER: mandates, simulations and metadata. */
export function productClassOf({ token }: Pick<Operation, 'token'>): ProductClass {
  if (token?.issuer === 'payments') return 'PIS';
  return token?.issuer === 'consents' && token.clientScope !== simulationClient.clientScope ? 'AIS' : 'OTHER';
}

/** The services that a class needs: those that serve its operations, and those that introspect the operations' tokens. */
export function servicesOfClass(productClass: ProductClass): readonly Service[] {
  const needed = new Set(
    operations
      .filter((row) => productClassOf(row) === productClass)
      .flatMap(({ service, token }) => [service, ...(token ? [issuerHomes[token.issuer].service] : [])]),
  );
  return services.filter((service) => needed.has(service));
}
