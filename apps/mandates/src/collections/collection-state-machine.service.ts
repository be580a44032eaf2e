import { Injectable } from '@nestjs/common';
import { BankClock, type StateMachine, type StatusBefore, type Transaction } from '@open-banking/database';
import { transitions, type CollectionStatus, type ReturnReason } from './collection.js';
import { decideCollection } from './collections.statements.js';

/** The decision of ais-pis about a collection. */
export interface CollectionDecision {
  /** Why it is returned. */
  readonly reason?: ReturnReason;
  /** The day on which it was booked (ISO 8601). */
  readonly bookedOn?: string;
}

/** The only place where a collection's state changes. */
@Injectable()
export class CollectionStateMachine implements StateMachine<typeof transitions, [decision: CollectionDecision]> {
  constructor(private readonly clock: BankClock) {}

  async move<To extends CollectionStatus>(
    tx: Transaction,
    collectionId: string,
    from: StatusBefore<typeof transitions, To>,
    to: To,
    { reason, bookedOn }: CollectionDecision,
  ): Promise<boolean> {
    return (await tx.row(decideCollection, collectionId, from, to, reason ?? null, bookedOn ?? null, this.clock.now())) !== undefined;
  }
}
