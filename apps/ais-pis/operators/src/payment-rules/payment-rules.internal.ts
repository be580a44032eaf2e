import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import {
  type BlockedPage,
  BlockedQuery,
  CapKey,
  type CapPage,
  CapsQuery,
  CreditorsToBlock,
  type CreditorToBlock,
  type InternalRequest,
  PaymentCap,
  paymentRulesContracts,
  ServesInternal,
} from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Answer } from '@open-banking/http';
import { amountFault, Refusal } from '@open-banking/messages';
import { paymentRulesInternal } from '@open-banking/spec';
import { comparablePattern, isPattern, comparableAccount, lettersOf } from '@open-banking/ais-pis-payments';
import { ProposalsService, type Act, type Alongside, type Performed } from '../proposals/proposals.service.js';
import {
  blockCreditors,
  findBlocked,
  findCustomer,
  listBlocked,
  listCaps,
  removeCap,
  setCap,
  unblockCreditor,
} from './payment-rules.statements.js';

const pageSize = 200;
const { unblockCreditor: unblocking } = paymentRulesInternal;

/** What operators set: caps of customers, and creditors that nobody may pay. Each change is in the audit. */
@Injectable()
export class PaymentRulesInternal {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly proposals: ProposalsService,
  ) {
    proposals.carriesOut(unblocking, {
      concerns: 'money',
      check: async ({ subject }) => {
        if (!(await database.row(findBlocked, subject))) throw new Refusal('RESOURCE_UNKNOWN', { subject });
      },
      perform: (act, alongside) => this.unblockNow(act, alongside),
    });
  }

  @ServesInternal(paymentRulesContracts.listPaymentCaps)
  async caps({ body: { customerId, after } }: InternalRequest<CapsQuery>): Promise<CapPage> {
    const [holder = null, currency = null] = after?.split(' ') ?? [];
    const rows = await this.database.rows(listCaps, customerId ?? null, holder, currency, pageSize);
    return { caps: rows.map(({ place: _, ...cap }) => cap), ...(rows.length === pageSize && { next: rows.at(-1)!.place }) };
  }

  @ServesInternal(paymentRulesContracts.setPaymentCap)
  set({ body: { customerId, currency, perPayment, perDay }, operator = '' }: InternalRequest<PaymentCap>): Promise<Answer<undefined>> {
    for (const [path, amount] of Object.entries({ perPayment, perDay })) {
      const fault = amount === undefined ? undefined : amountFault({ currency, amount });
      if (fault !== undefined)
        throw new Refusal([{ code: 'FORMAT_ERROR', path: `/${path}`, text: `The amount does not fit its currency: ${fault}.` }]);
    }
    return this.changing(paymentRulesInternal.setPaymentCap.id, operator, customerId, (tx) =>
      tx.row(setCap, customerId ?? null, currency, perPayment ?? null, perDay ?? null, operator, this.clock.now()),
    );
  }

  @ServesInternal(paymentRulesContracts.removePaymentCap)
  remove({ body: { customerId, currency }, operator = '' }: InternalRequest<CapKey>): Promise<Answer<undefined>> {
    return this.changing(paymentRulesInternal.removePaymentCap.id, operator, customerId, async (tx) => {
      const removed = await tx.row(removeCap, customerId ?? null, currency);
      if (removed || (customerId !== undefined && !(await tx.row(findCustomer, customerId)))) return removed;
      const text =
        customerId === undefined
          ? `There is no cap in ${currency} for all customers.`
          : `This customer has no cap of their own in ${currency}.`;
      throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text }], { customerId });
    });
  }

  @ServesInternal(paymentRulesContracts.listBlockedCreditors)
  async blocked({ body: { after } }: InternalRequest<BlockedQuery>): Promise<BlockedPage> {
    const creditors = await this.database.rows(listBlocked, after ?? null, pageSize);
    return { creditors, ...(creditors.length === pageSize && { next: creditors.at(-1)!.entryId }) };
  }

  /** All or none; what is blocked already is not counted. */
  @ServesInternal(paymentRulesContracts.blockCreditors)
  block({ body: { creditors }, operator = '' }: InternalRequest<CreditorsToBlock>): Promise<{ added: number }> {
    const entries = creditors.map(blockedCreditorRow);
    return this.database.transaction(async (tx) => {
      const added = await tx.rows(blockCreditors, JSON.stringify(entries), operator, this.clock.now());
      for (const { entryId: subject } of added)
        await this.audit.record(tx, { operation: paymentRulesInternal.blockCreditors.id, operator, subject });
      return { added: added.length };
    });
  }

  @ServesInternal(paymentRulesContracts.unblockCreditor)
  unblock({ params: { entryId = '' }, operator = '' }: InternalRequest): Promise<Performed> {
    return this.proposals.perform(unblocking, { subject: entryId, operator });
  }

  private unblockNow({ subject, operator }: Act, alongside: Alongside): Promise<undefined> {
    return this.database.transaction(async (tx) => {
      if (!(await tx.row(unblockCreditor, subject, operator, this.clock.now()))) throw new Refusal('RESOURCE_UNKNOWN', { subject });
      await this.audit.record(tx, { operation: unblocking.id, operator, subject });
      await alongside(tx);
      return undefined;
    });
  }

  /** No row of the change: there is no such customer. */
  private changing(
    operation: string,
    operator: string,
    subject: string | undefined,
    change: (tx: Parameters<Parameters<Database['transaction']>[0]>[0]) => Promise<object | undefined>,
  ): Promise<Answer<undefined>> {
    return this.database.transaction(async (tx) => {
      if (!(await change(tx)))
        throw new Refusal([{ code: 'RESOURCE_UNKNOWN', path: '/customerId', text: 'No customer of this bank has this id.' }], { subject });
      await this.audit.record(tx, { operation, operator, ...(subject !== undefined && { subject }) });
      return new Answer(undefined, {}, 204);
    });
  }
}

function blockedCreditorRow({ account, name, reason = 'MS03', note }: CreditorToBlock, at: number): object {
  if ((account === undefined) === (name === undefined))
    throw new Refusal([{ code: 'FORMAT_ERROR', path: `/creditors/${at}`, text: 'Give either an account or a name.' }]);
  if (name !== undefined && lettersOf(name).length < 3)
    throw new Refusal([{ code: 'FORMAT_ERROR', path: `/creditors/${at}/name`, text: 'Must have at least three letters or digits.' }]);
  const namePattern = name === undefined ? undefined : comparablePattern(name);
  return {
    entryId: randomUUID(),
    account: account && comparableAccount(account),
    namePattern,
    isPattern: namePattern !== undefined && isPattern(namePattern),
    shown: account ?? name,
    reason,
    note,
  };
}
