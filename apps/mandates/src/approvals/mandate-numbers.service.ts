import { Injectable } from '@nestjs/common';
import { BankClock, type Queries, type Transaction } from '@open-banking/database';
import { ApprovalBlocked } from '@open-banking/issuer';
import { idleBefore } from '../mandates/mandate.js';
import { comparableNumber } from '../mandates/mandate-number.js';
import type { MandateRow } from '../mandates/mandates.statements.js';
import { accountsOfNumber, lockNumber } from './mandate-numbers.statements.js';

/**
 * A creditor's identification and a number identify one mandate of an account (SEPA Core Rulebook, AT-02 and AT-01), whichever client
 * asks for it: a second one with both would take what is collected under the first.
 */
@Injectable()
export class MandateNumbersService {
  constructor(private readonly clock: BankClock) {}

  /** The IBANs for which another mandate with the creditor and the number of this one lives. */
  async taken(queries: Queries, { resourceId, request }: Pick<MandateRow, 'resourceId' | 'request'>): Promise<readonly string[]> {
    const [now, today] = [this.clock.now(), this.clock.today()];
    const rows = await queries.rows(accountsOfNumber, ...comparableNumber(request), resourceId, now, today, idleBefore(today));
    return rows.map(({ iban }) => iban);
  }

  /** Keeps the number for this mandate until the transaction ends. */
  async claim(tx: Transaction, mandate: Pick<MandateRow, 'resourceId' | 'request'>, iban: string): Promise<void> {
    await tx.rows(lockNumber, ...comparableNumber(mandate.request));
    // A statement of its own: it sees what was committed during the wait for the lock.
    if ((await this.taken(tx, mandate)).includes(iban)) throw new ApprovalBlocked('mandate-exists');
  }
}
