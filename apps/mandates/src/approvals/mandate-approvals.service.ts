import type { MandateFacts, Offer } from '@open-banking/pages';
import { Injectable } from '@nestjs/common';
import { isApprovedByOwners } from '@open-banking/access';
import { ApprovalBlocked, Approvals, type ApprovalRequest, type ApprovalSubject } from '@open-banking/issuer';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { lockedMandate } from '../mandates/locked-mandate.js';
import { MandateStateMachine } from '../mandates/mandate-state-machine.service.js';
import { phaseOf, reasons, stateAt, type MandateStatus, type Times } from '../mandates/mandate.js';
import { MandateSettings } from '../mandates/mandates.settings.js';
import {
  chooseAccount,
  insertApproval,
  mandateOfClient,
  signMandate,
  waitForSecond,
  type DebtorAccount,
  type MandateRow,
} from '../mandates/mandates.statements.js';
import { ApprovalConditionsService } from './approval-conditions.service.js';
import { CustomerAccountsService } from './customer-accounts.service.js';
import { mandateFacts } from './mandate-facts.js';
import { MandateNumbersService } from './mandate-numbers.service.js';

const dayMs = 86_400_000;

/** Approvals at the mandates issuer: a customer allows a creditor to collect from an account. */
@Injectable()
export class MandateApprovalsService extends Approvals<MandateFacts> {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: MandateStateMachine,
    private readonly accounts: CustomerAccountsService,
    private readonly numbers: MandateNumbersService,
    private readonly conditions: ApprovalConditionsService,
    private readonly settings: MandateSettings,
  ) {
    super();
  }

  async find(id: string, clientId: string): Promise<ApprovalSubject | undefined> {
    const mandate = await this.database.row(mandateOfClient, clientId, id);
    return mandate && { id, state: phaseOf(this.currentStatus(mandate)), ...(mandate.approveBy && { answerBy: mandate.approveBy }) };
  }

  async facts({ id, clientId, psuId }: ApprovalRequest): Promise<MandateFacts> {
    const [mandate, own] = await Promise.all([this.database.row(mandateOfClient, clientId, id), this.accounts.listOwn(psuId)]);
    if (!mandate) throw new ApprovalBlocked('state');
    const taken = await this.numbers.taken(this.database, mandate);
    const facts = mandateFacts({ mandate, status: this.currentStatus(mandate), psuId, own, taken, today: this.clock.today() });
    return this.conditions.unlessStopped(clientId, facts);
  }

  async approve(tx: Transaction, asked: ApprovalRequest, facts: MandateFacts, chosen: readonly Offer[]): Promise<'complete' | 'partial'> {
    const { id, clientId, psuId } = asked;
    const mandate = await lockedMandate(tx, clientId, id);
    if (!mandate || facts.blocked) throw new ApprovalBlocked(facts.blocked ?? 'state');
    const before = this.outcomeBefore(mandate, psuId, facts);
    const account = before === undefined ? await this.claimed(tx, mandate, chosen) : undefined;
    await this.conditions.require(asked);
    if (!account) return before!;
    await tx.rows(insertApproval, id, psuId, this.clock.now());
    return facts.second ? this.furtherApproval(tx, mandate, psuId, account) : this.firstApproval(tx, id, psuId, account);
  }

  async refuse(tx: Transaction, request: ApprovalRequest): Promise<void> {
    const mandate = await lockedMandate(tx, request.clientId, request.id);
    const status = mandate && this.currentStatus(mandate);
    if (status !== 'RCVD' && status !== 'PATC') return;
    // What only stands in the way of an approval, as a client that is stopped, does not stand in the way of a refusal.
    const theirs = status === 'RCVD' || !['customer', 'state'].includes((await this.facts(request)).blocked ?? '');
    if (theirs) await this.stateMachine.move(tx, request.id, status, 'RJCT', reasons.refused);
  }

  /** What this customer's approval has come to already; undefined if the mandate waits for it. */
  private outcomeBefore(mandate: MandateRow, psuId: string, { second }: MandateFacts): 'complete' | 'partial' | undefined {
    const status = this.currentStatus(mandate);
    if (phaseOf(status) === 'ended') throw new ApprovalBlocked('state');
    if (mandate.approvers.includes(psuId)) return phaseOf(status) === 'active' ? 'complete' : 'partial';
    // Another customer has approved since this page was shown.
    if (phaseOf(status) === 'active' || (status === 'PATC') !== second) throw new ApprovalBlocked('customer');
    return undefined;
  }

  /** The chosen account, for which this mandate is the only one with its number from now on. */
  private async claimed(tx: Transaction, mandate: MandateRow, [account]: readonly Offer[]): Promise<Offer> {
    if (!account) throw new ApprovalBlocked('nothing');
    await this.numbers.claim(tx, mandate, account.number);
    return account;
  }

  private async firstApproval(tx: Transaction, id: string, psuId: string, account: Offer): Promise<'complete' | 'partial'> {
    const { name, number: iban, currency, resourceId, rule } = account;
    await tx.rows(chooseAccount, id, psuId, resourceId, JSON.stringify({ iban, currency, name } satisfies DebtorAccount));
    return rule === 'both' ? this.waitForSecondOwner(tx, id) : this.activate(tx, id, 'RCVD');
  }

  /** In force where those who have approved and own the account now are enough; otherwise it waits for another owner. */
  private async furtherApproval(
    tx: Transaction,
    { resourceId, approvers, debtorAccountId }: MandateRow,
    psuId: string,
    { rule }: Offer,
  ): Promise<'complete' | 'partial'> {
    const owners = [{ psuId, rule }, ...(await this.accounts.ownersAmong(approvers, debtorAccountId))];
    return isApprovedByOwners(owners, [psuId, ...approvers]) ? this.activate(tx, resourceId, 'PATC') : 'partial';
  }

  private async activate(tx: Transaction, id: string, from: 'RCVD' | 'PATC'): Promise<'complete'> {
    await tx.rows(signMandate, id, this.clock.today());
    await this.stateMachine.move(tx, id, from, 'ACTV');
    return 'complete';
  }

  private async waitForSecondOwner(tx: Transaction, id: string): Promise<'partial'> {
    await tx.rows(waitForSecond, id, new Date(this.clock.now().getTime() + this.settings.secondApprovalDays * dayMs));
    await this.stateMachine.move(tx, id, 'RCVD', 'PATC');
    return 'partial';
  }

  private currentStatus(times: Times): MandateStatus {
    return stateAt(times, this.clock.now(), this.clock.today()).mandateStatus;
  }
}
