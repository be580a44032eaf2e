import { Injectable } from '@nestjs/common';
import { SandboxCustomersService, type SandboxCustomer } from '../customers/sandbox-customers.service.js';
import { DeveloperCustomersService } from '../scenarios/developer-customers.service.js';

/** A customer of the console's lists. */
export interface ConsoleCustomer extends SandboxCustomer {
  /** Only this developer has the customer. */
  readonly isOwn?: true;
}

/** The customers as whom a developer can approve. */
@Injectable()
export class ConsoleCustomersService {
  constructor(
    private readonly shared: SandboxCustomersService,
    private readonly own: DeveloperCustomersService,
  ) {}

  /** The developer's own are the first: others change the customers that everybody has. */
  async of(developerId: string): Promise<readonly ConsoleCustomer[]> {
    const own = (await this.own.list(developerId)).flatMap(({ logins }) => logins);
    return [...own.map((login): ConsoleCustomer => ({ ...login, isOwn: true })), ...this.shared.all()];
  }
}

/** Those whose name, user name or account number has this in it; all where it is empty. */
export function customersWith(text: string, all: readonly ConsoleCustomer[]): readonly ConsoleCustomer[] {
  const wanted = comparable(text);
  return all.filter(({ login, name, accounts }) =>
    [name, login, ...accounts.flatMap(({ reference }) => Object.values(reference))].some((one) => comparable(one).includes(wanted)),
  );
}

const comparable = (text: string): string => text.toLowerCase().replace(/\s/g, '');

/** The one with this user name, or the first. */
export const customerNamed = (login: string | undefined, all: readonly ConsoleCustomer[]): ConsoleCustomer | undefined =>
  all.find((customer) => customer.login === login) ?? all[0];

/** The customer who has the account that the body of a payment or mandate debits, or an account that a consent names. */
export function customerOfBody(body: unknown, all: readonly ConsoleCustomer[]): ConsoleCustomer | undefined {
  const { debtorAccount, access } = (body ?? {}) as { readonly debtorAccount?: unknown; readonly access?: unknown };
  const named = new Set(textsIn(debtorAccount ?? access).map(comparable));
  return all.find(({ accounts }) => accounts.some(({ reference }) => Object.values(reference).some((one) => named.has(comparable(one)))));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
