import { Injectable } from '@nestjs/common';
import { hashPassword } from '@open-banking/access';
import { root } from '@open-banking/database/migration-folders';
import { Refusal } from '@open-banking/messages';
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
  /** The faults of the data: then there are no customers. */
  readonly faults?: readonly { readonly path: string; readonly text: string }[];
}

/** Generating is 0.2 s of processor time, and takes 60 MB meanwhile. */
const maxAtOnce = 2;
const heapMb = 256;
const maxWaiting = 20;
/** A test suite makes some customers at once; more of one developer are refused, and take no place from others. */
const maxWaitingOfOne = 4;
const retryAfterSeconds = 2;

/**
 * Generates customers in a thread of its own: the portal goes on answering. To begin a process, as for the demo bank, keeps the one process
 * of `npm start` for 10 ms and more.
 */
@Injectable()
export class CustomerGeneratorService {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  /** The requests that wait for their turn, by developer, where a customer of that developer is being generated. */
  private readonly lines = new Map<string, (() => void)[]>();

  /** One at a time of each developer: 429 where more wait than may. Undefined: too many of all developers wait already. */
  async generate(developerId: string, order: CustomerOrder): Promise<GeneratedCustomer | undefined> {
    await this.takeTurn(developerId);
    try {
      return await this.generateInTurn(order);
    } finally {
      const next = this.lines.get(developerId)?.shift();
      if (next) next();
      else this.lines.delete(developerId);
    }
  }

  private async takeTurn(developerId: string): Promise<void> {
    const line = this.lines.get(developerId);
    if (!line) {
      this.lines.set(developerId, []);
      return;
    }
    if (line.length >= maxWaitingOfOne) throw tooMany();
    await new Promise<void>((next) => line.push(next));
  }

  private async generateInTurn(order: CustomerOrder): Promise<GeneratedCustomer | undefined> {
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

const tooMany = (): Refusal =>
  new Refusal(
    [{ code: 'ACCESS_EXCEEDED', text: 'Too many of your customers are being made or checked at this moment. Repeat the request.' }],
    undefined,
    { retryAfterSeconds },
  );

async function withHashes({ logins, again, ...order }: CustomerOrder): Promise<object> {
  const known = logins.map(async (one) => ({ ...one, ...(!again && { passwordHash: await hashPassword(one.password) }) }));
  return { ...order, logins: await Promise.all(known) };
}

const program = `${root}sandbox/dist/bundle/make-customer.js`;

const generated = async (order: object): Promise<GeneratedCustomer> =>
  JSON.parse(await runInWorkerThread<string>(program, { data: order, heapMb })) as GeneratedCustomer;
