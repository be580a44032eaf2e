import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { AdjustmentPage, AdjustmentRequest, AdjustmentView, AdjustmentsQuery } from '@open-banking/contracts';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { amountFault, Money, omitNullish, Refusal, type Fault } from '@open-banking/messages';
import { adjustmentsInternal } from '@open-banking/spec';
import { LedgerService } from '../ledger.service.js';
import type { LedgerRefusal, Leg } from '../posting.js';
import { adjustmentFault, endsMisfit } from './adjusted-amount.js';
import {
  adjustmentAccount,
  decideAdjustment,
  insertAdjustment,
  listAdjustments,
  lockAdjustment,
  lockBalance,
  type AdjustmentRow,
} from './adjustments.statements.js';

const pageSize = 200;
const why: Readonly<Record<LedgerRefusal, string>> = {
  AM04: 'The account has insufficient funds, even with its credit line.',
  AC04: 'The account is closed.',
  AC06: 'The account is blocked.',
};

/** Corrections by operators. The operator who proposes one cannot approve it; the database enforces this too. */
@Injectable()
export class AdjustmentsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
  ) {}

  /** Idempotent per id: a repeated proposal returns the existing adjustment. */
  propose(adjustmentId: string, operator: string, request: AdjustmentRequest): Promise<AdjustmentView> {
    return this.database.transaction(async (tx) => {
      const account = await tx.row(adjustmentAccount, request.iban);
      if (!account) throw new Refusal([{ code: 'FORMAT_ERROR', path: '/iban', text: 'This bank has no account with this IBAN.' }]);
      refuseAmount(request, account);
      const { currency, amount } = request.amount;
      const added = await tx.row(
        insertAdjustment,
        adjustmentId,
        account.accountId,
        currency,
        amount,
        request.reason,
        request.valueDate ?? null,
        operator,
        this.clock.now(),
      );
      const row = (await tx.row(lockAdjustment, adjustmentId))!;
      if (!added && !isCopy(row, request))
        throw new Refusal([{ code: 'STATUS_INVALID', path: 'adjustmentId', text: 'A different adjustment already has this id.' }]);
      if (added) await this.audit.record(tx, { operation: adjustmentsInternal.proposeAdjustment.id, operator, subject: adjustmentId });
      return shown(row);
    });
  }

  /** Books the adjustment. Repeating the approval as the same operator changes nothing. */
  approve(adjustmentId: string, operator: string): Promise<AdjustmentView> {
    return this.decide(adjustmentId, operator, 'BOOKED', async (tx, row) => {
      if (row.proposedBy === operator) {
        throw new Refusal([{ code: 'ROLE_INVALID', text: `${operator} proposed this adjustment, so another operator must approve it.` }]);
      }
      await this.refuseOtherMisfit(tx, row);
      const posted = await this.ledger.post(tx, {
        kind: 'ADJUSTMENT',
        subject: adjustmentId,
        legs: adjustmentLegs(row),
        returnsFunds: true,
        ...(row.valueDate !== null && { valueDate: row.valueDate }),
      });
      if ('refused' in posted)
        throw new Refusal([{ code: 'STATUS_INVALID', text: `${posted.refused}: ${why[posted.refused]} The adjustment stays proposed.` }]);
      await tx.rows(decideAdjustment, adjustmentId, 'BOOKED', operator, this.clock.now(), posted.postingId, this.clock.today());
      await this.audit.record(tx, { operation: adjustmentsInternal.approveAdjustment.id, operator, subject: adjustmentId });
      markFaultPoint(tx, 'adjustment booked', adjustmentId);
    });
  }

  /** The proposing operator may refuse too, which withdraws the proposal. */
  refuse(adjustmentId: string, operator: string): Promise<AdjustmentView> {
    return this.decide(adjustmentId, operator, 'REFUSED', async (tx) => {
      await tx.rows(decideAdjustment, adjustmentId, 'REFUSED', operator, this.clock.now(), null, null);
      await this.audit.record(tx, { operation: adjustmentsInternal.refuseAdjustment.id, operator, subject: adjustmentId });
    });
  }

  async list({ state, after }: AdjustmentsQuery): Promise<AdjustmentPage> {
    const rows = await this.database.rows(listAdjustments, state ?? null, after ?? null, pageSize);
    return { adjustments: rows.map(shown), ...(rows.length === pageSize && { next: rows.at(-1)!.adjustmentId }) };
  }

  /** A correction of decimals that a balance has beyond its currency is right for that balance only. */
  private async refuseOtherMisfit(tx: Transaction, { accountId, currency, amount }: AdjustmentRow): Promise<void> {
    if (amountFault({ currency, amount }) === undefined) return;
    const { booked } = (await tx.row(lockBalance, accountId))!;
    if (endsMisfit({ currency, amount }, booked)) return;
    const text = `The balance is ${booked} ${currency} now: this amount no longer corrects its decimals. Refuse the adjustment.`;
    throw new Refusal([{ code: 'STATUS_INVALID', text }]);
  }

  private decide(
    adjustmentId: string,
    operator: string,
    to: 'BOOKED' | 'REFUSED',
    change: (tx: Transaction, row: AdjustmentRow) => Promise<void>,
  ): Promise<AdjustmentView> {
    return this.database.transaction(async (tx) => {
      const row = await tx.row(lockAdjustment, adjustmentId);
      if (!row) throw new Refusal('RESOURCE_UNKNOWN', { adjustmentId });
      if (row.state === to && row.decidedBy === operator) return shown(row);
      if (row.state !== 'PROPOSED')
        throw new Refusal([{ code: 'STATUS_INVALID', text: `${row.decidedBy} has already decided: the adjustment is ${row.state}.` }]);
      await change(tx, row);
      return shown((await tx.row(lockAdjustment, adjustmentId))!);
    });
  }
}

function refuseAmount({ amount: money }: AdjustmentRequest, { currency, booked }: { currency: string; booked: string }): void {
  const fault = (path: string, text: string): Fault => ({ code: 'FORMAT_ERROR', path, text });
  if (money.currency !== currency) throw new Refusal([fault('/amount/currency', `The account is kept in ${currency}.`)]);
  const wrong = adjustmentFault(money, booked);
  if (wrong !== undefined) throw new Refusal([fault('/amount/amount', wrong)]);
}

const isCopy = ({ iban, currency, amount, reason, valueDate }: AdjustmentRow, request: AdjustmentRequest): boolean =>
  iban === request.iban &&
  Money.exact(currency, amount).equals(Money.exact(request.amount.currency, request.amount.amount)) &&
  reason === request.reason &&
  valueDate === (request.valueDate ?? null);

/** ISO 20022: account management, miscellaneous credit or debit operations, adjustments. */
function adjustmentLegs({ accountId, currency, amount: adjusted, reason }: AdjustmentRow): Leg[] {
  const amount = Money.exact(currency, adjusted);
  const bankTransactionCode = amount.isNegative ? 'ACMT-MDOP-ADJT' : 'ACMT-MCOP-ADJT';
  return [
    { accountId, amount, facts: { bankTransactionCode, proprietaryBankTransactionCode: 'ADJUSTMENT', remittanceUnstructured: reason } },
    { internal: 'ADJUSTMENTS', amount: amount.negated() },
  ];
}

const shown = ({ accountId: _, currency, amount, ...row }: AdjustmentRow): AdjustmentView =>
  omitNullish({ ...row, amount: { currency, amount } }) as unknown as AdjustmentView;
