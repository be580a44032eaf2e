import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InternalCallFailure } from '@open-banking/access';
import { Database, outsideRequests, type Queries } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { endChange, renewChange, takeChange } from './scenarios.statements.js';

/** More than twice the 6.5 s after which an unanswered call to a service is given up: nothing of a change takes effect after its lease. */
const leaseSeconds = 15;
const renewEveryMs = 5_000;
/** The gateway waits 5 s for an answer, and a change takes 0.6 s itself, on a busy machine 3 s. */
const maxWaitMs = 2_500;
const lookAgainMs = 100;
const retryAfterSeconds = 2;

/** The lock that a change holds while it is under way. */
export interface CustomerLease {
  /** Before each service is changed: the lease lasts `leaseSeconds` from now on. Refused where another change has begun. */
  renew(queries?: Queries): Promise<void>;
}

/**
 * Lets changes of one customer take turns, at all replicas of the portal: the services are changed one after the other, and a second change
 * in between would leave them with different owners. A lease, not a lock: a change takes seconds, and a lock would hold a connection
 * meanwhile.
 */
@Injectable()
export class CustomerChangesService {
  constructor(private readonly database: Database) {}

  /** Makes a change when no other one of the customer is under way. Refused with 409 where that takes too long. */
  inTurn<T>(customerId: string, change: (lease: CustomerLease) => Promise<T>): Promise<T> {
    const changeId = randomUUID();
    const renew = async (queries: Queries = this.database): Promise<void> => {
      if (!(await queries.row(renewChange, customerId, changeId, leaseSeconds))) throw taken();
    };
    return outsideRequests(async () => {
      await this.take(customerId, changeId);
      // A change may wait for the generator. A failure here repeats itself before the next service, and is reported there.
      const timer = setInterval(() => void renew().catch(() => undefined), renewEveryMs);
      let mayGoOn = false;
      try {
        return await change({ renew });
      } catch (error) {
        mayGoOn = isUnanswered(error);
        throw error;
      } finally {
        clearInterval(timer);
        // A service that has not answered may still be at work: the lease ends by itself.
        if (!mayGoOn) await this.database.rows(endChange, customerId, changeId);
      }
    });
  }

  private async take(customerId: string, changeId: string): Promise<void> {
    const end = performance.now() + maxWaitMs;
    while (!(await this.database.row(takeChange, customerId, changeId, leaseSeconds))) {
      if (performance.now() > end) throw busy();
      await pause(lookAgainMs);
    }
  }
}

const refused = (text: string): Refusal => new Refusal([{ code: 'STATUS_INVALID', text }], undefined, { retryAfterSeconds });

const busy = (): Refusal =>
  refused(`Another change of this customer is under way, or was broken off less than ${leaseSeconds} seconds ago. Repeat the request.`);

const taken = (): Refusal =>
  refused('This change took too long, and another one of this customer has begun. Repeat the request if it is still needed.');

const isUnanswered = (error: unknown): boolean =>
  error instanceof Refusal && error.detail instanceof InternalCallFailure && error.detail.reason === 'unanswered';
