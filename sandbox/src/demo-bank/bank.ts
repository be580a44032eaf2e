import { Chance } from '@open-banking/simulators/chance';
import type { Customer, CustomerResource, ProductKind } from '@open-banking/installation/customers-file';
import type { LoadedService, ResourceKind } from '@open-banking/spec';
import type { Period } from './calendar.js';
import type { Currency } from './current-account.js';
import { euroIban, israeliIban, thisBank } from './iban.js';
import type { LoadLines } from './load-lines.js';
import type { Market } from './market.js';
import { branches } from './places.js';
import type { Language } from './words.js';

export const productKind = (kind: ResourceKind): ProductKind => (kind === 'savings' ? 'saving' : kind);

/** The owners of a product: one customer, a couple of whom either may act alone, or two partners who must act together. */
export interface Owners {
  readonly customers: readonly Customer[];
  readonly name: string;
  /** The same in Latin letters, as SEPA carries it; absent where `name` has no others. */
  readonly latinName?: string;
  readonly rule: 'any' | 'both';
  readonly usage: 'PRIV' | 'ORGA';
  readonly language: Language;
}

export interface AccountNumbers {
  readonly iban: string;
  readonly bic: string;
  readonly branchNumber?: string;
  readonly accountNumber?: string;
}

const firstAccountNumber = 204_007;

/** The state shared by all households of one run. */
export class Bank {
  #accounts = 0;

  constructor(
    readonly seed: string,
    readonly period: Period,
    readonly lines: LoadLines,
    readonly market: Market,
    private readonly firstNumber = firstAccountNumber,
  ) {}

  chance(of: string): Chance {
    return new Chance(`${this.seed}/${of}`);
  }

  /** Unused account numbers. Shekel accounts have a branch; euro accounts are kept in Frankfurt. */
  accountNumbers(currency: Currency, branchNumber: string): AccountNumbers {
    const accountNumber = this.accountNumber();
    if (currency === 'EUR') return { iban: euroIban(accountNumber), bic: thisBank.euroBic };
    return { iban: israeliIban(branchNumber, accountNumber), bic: thisBank.bic, branchNumber, accountNumber };
  }

  accountNumber(): string {
    this.#accounts += 1;
    return String(this.firstNumber + this.#accounts * 13);
  }

  branch(chance: Chance): string {
    return chance.pick(branches).number;
  }

  /** Writes the owners of a product for its service and for other services that know it, and adds it to the customers. */
  hold(owners: Owners, resource: Omit<CustomerResource, 'approval'>, alsoIn: readonly LoadedService[] = []): void {
    const rule = owners.customers.length > 1 ? owners.rule : 'any';
    for (const customer of owners.customers) {
      customer.accounts.push({ ...resource, approval: rule });
      for (const service of [resource.service, ...alsoIn]) {
        this.lines.write(service, 'holder', { psuId: customer.psuId, resourceId: resource.resourceId, rule });
      }
    }
  }
}
