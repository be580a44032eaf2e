import { Injectable } from '@nestjs/common';
import { hashPassword } from '@open-banking/access';
import { root } from '@open-banking/database/migration-folders';
import { runInWorkerThread } from '@open-banking/service/worker-thread';
import type { LoadedService } from '@open-banking/spec';
import type { CustomerPlan } from './customer-request.js';
import type { CustomerLogin } from './scenarios.messages.js';

export interface CustomerOrder {
  readonly seed: string;
  readonly until: string;
  readonly dataSet: number;
  readonly products: readonly string[];
  readonly logins: readonly { readonly psuId: string; readonly login: string; readonly password: string }[];
  readonly people?: CustomerPlan['people'];
  readonly data?: CustomerPlan['data'];
  /** The people are customers already. */
  readonly again: boolean;
}

export interface GeneratedCustomer {
  readonly customers: readonly CustomerLogin[];
  readonly rows: Readonly<Partial<Record<LoadedService, readonly (readonly [type: string, fields: object])[]>>>;
  /** What is wrong with the data: then there are no customers. */
  readonly faults?: readonly { readonly path: string; readonly text: string }[];
}

/** Generating is 0.2 s of processor time, and takes 60 MB meanwhile. */
const maxAtOnce = 2;
const heapMb = 256;
const maxWaiting = 20;

/**
 * Generates customers in a thread of its own: the portal goes on answering. To begin a process, as for the demo bank, keeps the one process
 * of `npm start` for 10 ms and more.
 */
@Injectable()
export class CustomerGeneratorService {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** Undefined: too many wait already. */
  async generate(order: CustomerOrder): Promise<GeneratedCustomer | undefined> {
    if (this.running >= maxAtOnce) {
      if (this.waiting.length >= maxWaiting) return undefined;
      await new Promise<void>((next) => this.waiting.push(next));
    } else this.running += 1;
    try {
      return await generated(await withHashes(order));
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

async function withHashes({ logins, again, ...order }: CustomerOrder): Promise<object> {
  const known = logins.map(async (one) => ({ ...one, ...(!again && { passwordHash: await hashPassword(one.password) }) }));
  return { ...order, logins: await Promise.all(known) };
}

const program = `${root}sandbox/dist/bundle/make-customer.js`;

const generated = async (order: object): Promise<GeneratedCustomer> =>
  JSON.parse(await runInWorkerThread<string>(program, { data: order, heapMb })) as GeneratedCustomer;
