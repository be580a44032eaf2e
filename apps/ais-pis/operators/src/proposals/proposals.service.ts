import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService } from '@open-banking/commands';
import type { ProposalPage, ProposalRow, ProposalsQuery } from '@open-banking/contracts';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { Answer } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import { proposalsInternal, type Operation } from '@open-banking/spec';
import { ProposalSettings } from './proposals.settings.js';
import { decideProposal, findProposal, insertProposal, listProposals, openProposal } from './proposals.statements.js';

/** What an operator wants done to one thing. */
export interface Act {
  readonly subject: string;
  readonly body?: object;
  readonly operator: string;
}
/** To be called once in the transaction of the act: both take effect or neither. */
export type Alongside = (tx: Transaction) => Promise<void>;
/** The act's own answer; or 202 with the proposal, where a second operator is needed. */
export type Performed = object | undefined;

interface Performer {
  /** What decides whether it needs a second operator: a setting, or `always`. */
  readonly concerns: 'money' | 'consents' | 'always';
  /** Refuses what could not be done now: nobody is asked to approve it. */
  readonly check: (act: Act) => Promise<unknown>;
  readonly perform: (act: Act, alongside: Alongside) => Promise<Performed>;
}
type Row = Pick<Operation, 'id'>;

const pageSize = 200;

/** Acts of operators that may need a second one: proposed by one, and done when another approves. The database enforces that they are two. */
@Injectable()
export class ProposalsService {
  private readonly performers = new Map<string, Performer>();

  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly settings: ProposalSettings,
  ) {}

  /** Declares how an act is done; called when its service is made. */
  carriesOut({ id }: Row, performer: Performer): void {
    this.performers.set(id, performer);
  }

  /** Does it now, or keeps it for another operator to approve. */
  async perform({ id }: Row, act: Act): Promise<Performed> {
    const performer = this.performers.get(id)!;
    if (!['always', ...this.settings.secondOperator.split(',')].includes(performer.concerns))
      return performer.perform(act, () => Promise.resolve());
    await performer.check(act);
    return new Answer(await this.propose(id, act), {}, 202);
  }

  /** Does what was proposed, as the operator who approves it. Repeating the approval as the same operator changes nothing. */
  async approve(proposalId: string, operator: string): Promise<ProposalRow> {
    const proposal = await this.undecided(proposalId, operator, 'DONE');
    if (proposal.state === 'DONE') return proposal;
    const { operation, subject, request, proposedBy } = proposal;
    if (proposedBy === operator)
      throw new Refusal([{ code: 'ROLE_INVALID', text: `${operator} proposed this, so another operator must approve it.` }]);
    await this.performers
      .get(operation)!
      .perform({ subject, operator, ...(request && { body: request }) }, (tx) => this.decide(tx, proposal, 'DONE', operator));
    return (await this.database.row(findProposal, proposalId))!;
  }

  /** The proposing operator may refuse too, which withdraws the proposal. */
  async refuse(proposalId: string, operator: string): Promise<ProposalRow> {
    const proposal = await this.undecided(proposalId, operator, 'REFUSED');
    if (proposal.state === 'PROPOSED') await this.database.transaction((tx) => this.decide(tx, proposal, 'REFUSED', operator));
    return (await this.database.row(findProposal, proposalId))!;
  }

  async list({ state, subject, after }: ProposalsQuery): Promise<ProposalPage> {
    const proposals = await this.database.rows(listProposals, state ?? null, subject ?? null, after ?? null, pageSize);
    return { proposals, ...(proposals.length === pageSize && { next: proposals.at(-1)!.proposalId }) };
  }

  /** Idempotent: the same operator asking for the same again is given the same proposal. */
  private propose(operation: string, { subject, body, operator }: Act): Promise<ProposalRow> {
    const request = body ? JSON.stringify(body) : null;
    return this.database.transaction(async (tx) => {
      const added = await tx.row(insertProposal, randomUUID(), operation, subject, request, operator, this.clock.now());
      const open = await tx.row(openProposal, operation, subject, request);
      if (!open || (!added && (!open.same || open.proposedBy !== operator)))
        throw new Refusal([
          {
            code: 'STATUS_INVALID',
            text: open
              ? `${open.proposedBy} has proposed this already: approve or refuse proposal ${open.proposalId}.`
              : 'A proposal of this was decided at this moment.',
          },
        ]);
      if (added) await this.audit.record(tx, { operation: `${operation}.propose`, operator, subject });
      const { same: _, ...proposal } = open;
      return proposal;
    });
  }

  /** The proposal, if it is open or this operator has decided it so. */
  private async undecided(proposalId: string, operator: string, to: 'DONE' | 'REFUSED'): Promise<ProposalRow> {
    const proposal = await this.database.row(findProposal, proposalId);
    if (!proposal) throw new Refusal('RESOURCE_UNKNOWN', { proposalId });
    if (proposal.state !== 'PROPOSED' && !(proposal.state === to && proposal.decidedBy === operator)) throw decided(proposal);
    return proposal;
  }

  private async decide(tx: Transaction, proposal: ProposalRow, to: 'DONE' | 'REFUSED', operator: string): Promise<void> {
    const { proposalId, subject } = proposal;
    if (!(await tx.row(decideProposal, proposalId, to, operator, this.clock.now()))) throw decided(proposal);
    const { id } = to === 'DONE' ? proposalsInternal.approveProposal : proposalsInternal.refuseProposal;
    await this.audit.record(tx, { operation: id, operator, subject });
  }
}

const decided = ({ state, decidedBy }: ProposalRow): Refusal =>
  new Refusal([
    {
      code: 'STATUS_INVALID',
      text: state === 'PROPOSED' ? 'Another operator has decided at this moment.' : `${decidedBy} has already decided: it is ${state}.`,
    },
  ]);
