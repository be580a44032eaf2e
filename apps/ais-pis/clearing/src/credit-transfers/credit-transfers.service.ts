import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import {
  CreditTransfer,
  creditTransfersContracts,
  type CreditTransferState,
  type InternalRequest,
  ServesInternal,
} from '@open-banking/contracts';
import { BankClock, Database, markFaultPoint, type Transaction } from '@open-banking/database';
import { Money, Refusal } from '@open-banking/messages';
import { creditTransfersInternal } from '@open-banking/spec';
import { LedgerService, type EntryFacts } from '@open-banking/ais-pis-ledger';
import { type Scheme, PaymentProducts } from '@open-banking/ais-pis-payments';
import { rejections, type Rejection } from './credit-transfers.messages.js';
import {
  creditorAccountByIban,
  findCreditTransfer,
  insertCreditTransfer,
  lockCreditTransfer,
  type CreditTransferRow,
} from './credit-transfers.statements.js';

type Decision = { readonly postingId: string } | { readonly reason: Rejection };

/** Books credit transfers from other banks on the creditor's account, or rejects them with a reason; once per transfer id. */
@Injectable()
export class CreditTransfersService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly ledger: LedgerService,
    private readonly audit: AuditService,
    private readonly products: PaymentProducts,
  ) {}

  @ServesInternal(creditTransfersContracts.receiveCreditTransfer)
  receive({ operator = '', params: { transferId = '' }, body }: InternalRequest<CreditTransfer>): Promise<CreditTransferState> {
    return this.take(transferId, body, { operation: creditTransfersInternal.receiveCreditTransfer.id, operator });
  }

  /** `by`: for the audit; without an operator it comes in for a developer of the sandbox. */
  async take(
    transferId: string,
    body: CreditTransfer,
    by: { readonly operation: string; readonly operator?: string },
  ): Promise<CreditTransferState> {
    const scheme = knownScheme(body, this.products);
    refuseValues(body, this.clock.today());
    return this.database.transaction(async (tx) => {
      await tx.rows(lockCreditTransfer, transferId);
      const before = await tx.row(findCreditTransfer, transferId);
      if (before) return creditTransferState(same(before, body));
      const decision = await this.decide(tx, transferId, body, scheme);
      const booked = 'postingId' in decision;
      await tx.rows(
        insertCreditTransfer,
        transferId,
        JSON.stringify(body),
        booked ? 'BOOKED' : 'REJECTED',
        booked ? null : decision.reason,
        booked ? decision.postingId : null,
        this.clock.today(),
        by.operator ?? null,
        this.clock.now(),
      );
      await this.audit.record(tx, { ...by, subject: transferId });
      markFaultPoint(tx, 'credit transfer decided', transferId);
      return creditTransferState((await tx.row(findCreditTransfer, transferId))!);
    });
  }

  private async decide(tx: Transaction, subject: string, transfer: CreditTransfer, scheme: Scheme): Promise<Decision> {
    const {
      creditorAccount: { iban },
      settlementDate,
    } = transfer;
    const amount = Money.parse(transfer.amount);
    const account = await tx.row(creditorAccountByIban, iban);
    if (!account) return { reason: 'AC01' };
    if (account.currency !== amount.currency) return { reason: 'AM03' };
    const posted = await this.ledger.post(tx, {
      kind: 'CREDIT_TRANSFER',
      subject,
      ...(settlementDate !== undefined && { valueDate: settlementDate }),
      legs: [
        { accountId: account.accountId, amount, facts: creditTransferFacts(transfer, scheme) },
        { internal: 'CLEARING', amount: amount.negated() },
      ],
    });
    if (!('refused' in posted)) return posted;
    // A credit cannot fail for lack of funds or because the account is blocked.
    if (posted.refused === 'AC04') return { reason: 'AC04' };
    throw new Error(`The ledger refused credit transfer ${subject}: ${posted.refused}`);
  }
}

function knownScheme({ product }: CreditTransfer, products: PaymentProducts): Scheme {
  const scheme = products.schemeOf(product);
  if (scheme) return scheme;
  throw new Refusal([{ code: 'FORMAT_ERROR', path: '/product', text: `Must be one of ${products.offered.join(', ')}.` }]);
}

function refuseValues({ amount, settlementDate }: CreditTransfer, today: string): void {
  if (Money.parse(amount).isZero)
    throw new Refusal([{ code: 'FORMAT_ERROR', path: '/amount/amount', text: 'The amount must be more than zero.' }]);
  if (settlementDate !== undefined && settlementDate > today)
    throw new Refusal([
      {
        code: 'FORMAT_ERROR',
        path: '/settlementDate',
        text: `The settlement date must not be after the bank's current day, ${today}: present the transfer on its settlement day.`,
      },
    ]);
}

function same(before: CreditTransferRow, body: CreditTransfer): CreditTransferRow {
  if (isDeepStrictEqual(before.message, body)) return before;
  throw new Refusal([{ code: 'STATUS_INVALID', path: 'transferId', text: 'A different credit transfer already has this id.' }]);
}

/** Converts an ISO 20022 transaction code of an issued transfer to that of the received one. */
const receivedCodeOf = (transactionCode: string): string => transactionCode.replace('-ICDT-', '-RCDT-').replace('-IRCT-', '-RRCT-');

function creditTransferFacts(
  { product: _, amount: __, settlementDate: ___, creditorAccount: ____, ...facts }: CreditTransfer,
  { transactionCode }: Scheme,
): EntryFacts {
  return {
    ...facts,
    bankTransactionCode: receivedCodeOf(transactionCode),
    proprietaryBankTransactionCode: 'CREDIT_TRANSFER',
  };
}

const creditTransferState = ({ transferId, state, reason, decidedOn }: CreditTransferRow): CreditTransferState =>
  state === 'BOOKED'
    ? { transferId, state: 'booked', bookedOn: decidedOn }
    : { transferId, state: 'rejected', reason: reason!, text: rejections[reason!] };
