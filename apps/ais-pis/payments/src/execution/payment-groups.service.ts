import { Injectable } from '@nestjs/common';
import { BankClock, markFaultPoint, TransactionConflict, type Transaction } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { LedgerSettings, PostingGroupsService } from '@open-banking/ais-pis-ledger';
import { ScreeningService } from '../checks/screening.service.js';
import type { Spending } from '../checks/spending.js';
import { creditorIban } from '../payee/creditor.js';
import { PaymentStateMachine } from '../payment-state-machine.service.js';
import { PaymentProducts } from '../payment-products.js';
import { ClearingService } from './clearing.service.js';
import { ClosedDaysService } from './closed-days.service.js';
import { executionStep } from './execution.js';
import { ExecutionSettings } from './execution.settings.js';
import { creditorsByIban, lockPayment, lockPayments, type PaymentToExecute } from './execution.statements.js';
import { HeldFundsService } from './held-funds.service.js';
import {
  decidePayment,
  previousOwners,
  needsFunds,
  type PaymentDecision,
  type DuePayment,
  type RemainingFunds,
} from './payment-decision.js';

/** What became of a group besides the payments that were executed or had nothing to be done. */
export interface GroupOutcome {
  /** Payments that the database refused, with its error; nothing of them is stored. */
  readonly failed: ReadonlyMap<string, unknown>;
  /** Payments that were not looked at: others have locked them, or they wait for nothing. */
  readonly left: readonly string[];
}

/**
 * Executes several payments in one transaction, as far as each can go (docs/decisions/0063). Statuses, approvals, cancellations and
 * funds are read under the locks; each payment is decided by what the ones accepted before it leave.
 */
@Injectable()
export class PaymentGroupsService {
  constructor(
    private readonly clock: BankClock,
    private readonly ledger: PostingGroupsService,
    private readonly stateMachine: PaymentStateMachine,
    private readonly clearing: ClearingService,
    private readonly screening: ScreeningService,
    private readonly settings: ExecutionSettings,
    private readonly ledgerSettings: LedgerSettings,
    private readonly held: HeldFundsService,
    private readonly closedDays: ClosedDaysService,
    private readonly products: PaymentProducts,
  ) {}

  async execute(tx: Transaction, paymentIds: readonly string[]): Promise<GroupOutcome> {
    const [alone] = paymentIds;
    const locked = paymentIds.length === 1 ? await tx.rows(lockPayment, alone!) : await tx.rows(lockPayments, paymentIds);
    const found = new Set(locked.map(({ paymentId }) => paymentId));
    const left = paymentIds.length === 1 ? [] : paymentIds.filter((id) => !found.has(id));
    const { due, spending } = await this.screening.screen(tx, await this.closedDays.postpone(tx, await this.due(tx, locked)));
    return { left, failed: due.length === 0 ? new Map() : await this.settle(tx, due, spending) };
  }

  private async due(tx: Transaction, locked: readonly PaymentToExecute[]): Promise<DuePayment[]> {
    const today = this.clock.today();
    const due = locked.flatMap((payment) => {
      const step = executionStep(payment, today);
      return step === 'nothing' ? [] : [{ payment, step }];
    });
    const domestic = due.flatMap(({ payment }) => domesticIban(payment) ?? []);
    const accounts = domestic.length === 0 ? [] : await tx.rows(creditorsByIban, domestic);
    return due.map(({ payment, step }) => {
      const own = domesticIban(payment);
      // Known to be refused, so that the bank's own check is neither asked about it nor waited for.
      const refusal = payment.isApprovedByOwners ? undefined : previousOwners;
      return { step, refusal, payment: own === undefined ? payment : { ...payment, ...accounts.find(({ iban }) => iban === own) } };
    });
  }

  /** Writes all decisions at once. If the database refuses that, it writes them one after the other, and those it refuses fail alone. */
  private async settle(tx: Transaction, due: readonly DuePayment[], spending: Spending): Promise<Map<string, unknown>> {
    const { bankCodes } = this.settings;
    const { ledger } = this.ledgerSettings;
    const paying = due.filter((one) => needsFunds(one, bankCodes)).map(({ payment }) => payment);
    const reserving = due.filter(({ payment }) => payment.status === 'ACFC').map(({ payment }) => payment);
    const funds = await this.ledger.lock(
      tx,
      [...paying, ...reserving].flatMap(lockedAccounts),
      reserving.map(({ paymentId }) => paymentId),
    );
    const decide = (one: DuePayment, left: RemainingFunds): PaymentDecision =>
      decidePayment(one, left, { bankCodes, ledger, products: this.products });
    const untouched: RemainingFunds = { funds, spending };
    const writeAll = (): Promise<void> => {
      const left = copyOf(untouched);
      return this.write(
        tx,
        due.map((one) => decide(one, left)),
      );
    };
    if (due.length === 1) {
      await writeAll();
      return new Map();
    }
    try {
      await tx.savepoint(writeAll);
      return new Map();
    } catch (error) {
      if (undoesAll(error)) throw error;
    }
    return this.settleEach(tx, due, decide, untouched);
  }

  private async settleEach(
    tx: Transaction,
    due: readonly DuePayment[],
    decide: (one: DuePayment, left: RemainingFunds) => PaymentDecision,
    untouched: RemainingFunds,
  ): Promise<Map<string, unknown>> {
    const failed = new Map<string, unknown>();
    let left = untouched;
    for (const one of due) {
      const after = copyOf(left);
      try {
        await tx.savepoint(() => this.write(tx, [decide(one, after)]));
        left = after;
      } catch (error) {
        if (undoesAll(error)) throw error;
        failed.set(one.payment.paymentId, error);
      }
    }
    return failed;
  }

  private async write(tx: Transaction, decisions: readonly PaymentDecision[]): Promise<void> {
    await this.ledger.write(tx, {
      postings: decisions.flatMap(({ posting }) => posting ?? []),
      reservations: decisions.flatMap(({ reservation }) => reservation ?? []),
      releases: decisions.flatMap(({ payment: { paymentId }, releases }) => (releases ? [paymentId] : [])),
    });
    for (const { payment, posting } of decisions) if (posting) markFaultPoint(tx, 'debtor booked', payment.paymentId);
    await this.stateMachine.followAll(
      tx,
      decisions.map(({ move }) => move),
    );
    for (const { payment, move, reservation } of decisions) {
      if (reservation) markFaultPoint(tx, 'funds reserved', payment.paymentId);
      if (['ACCC', 'RJCT'].includes(move.path.at(-1)!)) markFaultPoint(tx, 'payment settled', payment.paymentId);
    }
    await this.held.report(tx, decisions);
    await this.clearing.instruct(
      tx,
      decisions.filter(({ instructs }) => instructs).map(({ payment }) => payment),
    );
  }
}

const copyOf = ({ funds, spending }: RemainingFunds): RemainingFunds => ({ funds: funds.copy(), spending: spending.copy() });

const lockedAccounts = ({ debtorAccountId, creditorAccountId }: PaymentToExecute): string[] =>
  creditorAccountId === null ? [debtorAccountId!] : [debtorAccountId!, creditorAccountId];

/** The IBAN of a creditor at this bank whom the request names by the domestic number. */
function domesticIban({ request: { creditorAccount } }: PaymentToExecute): string | undefined {
  return creditorAccount.iban === undefined ? creditorIban(creditorAccount) : undefined;
}

const codeOf = ({ detail }: Refusal): string | undefined => (detail as { readonly code?: string } | undefined)?.code;

/** True for errors of the database that say nothing about the payments, such as a lost connection. */
export const isUnavailable = (error: unknown): boolean => error instanceof Refusal && error.status === 503;

/** lock_not_available, query_canceled: something in the group took too long; others of it need not. */
const tookTooLong = new Set(['55P03', '57014']);

/** True where the payments of a group that failed as a whole may succeed alone. */
export const mayWorkAlone = (error: unknown): boolean =>
  !isUnavailable(error) || (error instanceof Refusal && tookTooLong.has(codeOf(error) ?? ''));

/** Whether the transaction is over: the database has undone it, or is not available. */
const undoesAll = (error: unknown): boolean => error instanceof TransactionConflict || isUnavailable(error);
