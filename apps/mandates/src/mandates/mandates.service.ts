import { ServiceSettings } from '@open-banking/config';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Principal } from '@open-banking/access';
import { CommandsService, NotificationsService, OpenBoundsService } from '@open-banking/commands';
import { erasedText } from '@open-banking/erasure';
import { BankClock, Database, type Transaction } from '@open-banking/database';
import { Answer, type RequestContext } from '@open-banking/http';
import { omitNullish, Refusal, storedReference } from '@open-banking/messages';
import { mandates } from '@open-banking/spec';
import { CancellationsService } from './cancellations.service.js';
import { lockedMandate } from './locked-mandate.js';
import { MandateStateMachine } from './mandate-state-machine.service.js';
import { initialStatus, phaseOf, reasons, stateAt, type MandateStatus } from './mandate.js';
import type { Mandate, MandateCancellation, MandateCreated, MandateRequest, MandateState } from './mandates.messages.js';
import { MandateSettings } from './mandates.settings.js';
import { comparableNumber } from './mandate-number.js';
import { insertMandate, lockNewNumber, lockNotApproved, mandateOfClient, openMandates, type MandateRow } from './mandates.statements.js';

@Injectable()
export class MandatesService {
  constructor(
    private readonly commands: CommandsService,
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly stateMachine: MandateStateMachine,
    private readonly notifications: NotificationsService,
    private readonly cancellations: CancellationsService,
    private readonly bounds: OpenBoundsService,
    private readonly bank: ServiceSettings,
    private readonly settings: MandateSettings,
  ) {}

  async create(principal: Principal, asked: RequestContext, request: MandateRequest): Promise<Answer<MandateCreated>> {
    const notification = await this.notifications.requested(principal.clientId, asked);
    return this.commands.once(principal, mandates.createMandate, asked, async (tx) => {
      await this.freeNumber(tx, principal.clientId, request);
      const now = this.clock.now();
      await this.bounds.refuseBeyond(tx, principal.clientId, now, {
        kind: 'mandates',
        max: this.settings.maxOpenMandates,
        counted: openMandates,
      });
      const approveBy = new Date(now.getTime() + this.settings.firstApprovalMinutes * 60_000);
      const inserted = await tx.row(
        insertMandate,
        randomUUID(),
        principal.clientId,
        request.creditorSchemeIdentification,
        request.mandateId,
        JSON.stringify(request),
        initialStatus,
        now,
        approveBy,
        request.occurrences.finalCollectionDate ?? null,
        ...comparableNumber(request),
      );
      if (!inserted)
        throw new Refusal([
          { code: 'PARAMETER_NOT_CONSISTENT', path: '/mandateId', text: 'This creditor already has a mandate with this number.' },
        ]);
      await notification.keep(tx, 'mandate', inserted.resourceId);
      return { answer: notification.on(this.created(inserted.resourceId)), subject: inserted.resourceId };
    });
  }

  async one({ clientId }: Principal, resourceId: string): Promise<Mandate> {
    const row = await this.find(clientId, resourceId);
    const { dateOfSignature } = row;
    return {
      ...row.request,
      creditorAccount: storedReference(row.request.creditorAccount),
      ...(row.request.debtorAccount ? { debtorAccount: storedReference(row.request.debtorAccount) } : chosenAccount(row)),
      resourceId,
      statusChangeDateTime: row.statusChangedAt.toISOString(),
      ...omitNullish({ ...this.state(row), dateOfSignature }),
    } as Mandate;
  }

  /** Withdraws a mandate that is not approved yet. For an approved mandate it asks the customer to approve the cancellation. */
  remove(principal: Principal, asked: RequestContext, resourceId: string): Promise<Answer<MandateCancellation | undefined>> {
    return this.commands.once(principal, mandates.deleteMandate, asked, async (tx) => {
      const mandate = await lockedMandate(tx, principal.clientId, resourceId);
      if (!mandate) throw unknownMandate(resourceId);
      const { mandateStatus } = stateAt(mandate, this.clock.now(), this.clock.today());
      const phase = phaseOf(mandateStatus);
      if (phase === 'ended') throw new Refusal([{ code: 'STATUS_INVALID', text: `The mandate is ${mandateStatus}: it has ended.` }]);
      if (phase === 'active')
        return { answer: await this.askToCancel(tx, principal.clientId, resourceId, mandateStatus), subject: resourceId };
      await this.stateMachine.move(tx, resourceId, mandateStatus as 'RCVD' | 'PATC', 'CANC', reasons.withdrawn);
      return { answer: new Answer(undefined), subject: resourceId };
    });
  }

  async status({ clientId }: Principal, resourceId: string): Promise<MandateState> {
    return this.state(await this.find(clientId, resourceId));
  }

  private async find(clientId: string, resourceId: string): Promise<MandateRow> {
    const row = await this.database.row(mandateOfClient, clientId, resourceId);
    if (!row) throw unknownMandate(resourceId);
    return row;
  }

  private state(row: MandateRow): MandateState {
    return omitNullish(stateAt(row, this.clock.now(), this.clock.today())) as MandateState;
  }

  /** Locks the number, and frees it from a mandate that was not approved in time, even if its rejection is not stored yet. */
  private async freeNumber(tx: Transaction, clientId: string, request: MandateRequest): Promise<void> {
    const number = comparableNumber(request);
    await tx.rows(lockNewNumber, clientId, ...number);
    for (const late of await tx.rows(lockNotApproved, clientId, ...number, this.clock.now()))
      await this.stateMachine.move(tx, late.resourceId, late.mandateStatus, 'RJCT', reasons.notApproved);
  }

  private async askToCancel(
    tx: Transaction,
    clientId: string,
    resourceId: string,
    mandateStatus: MandateStatus,
  ): Promise<Answer<MandateCancellation>> {
    await this.cancellations.ask(tx, clientId, resourceId);
    return new Answer(
      { resourceId, mandateStatus, _links: this.links(resourceId, mandates.readCancellationMetadata.path) },
      { 'aspsp-sca-approach': 'REDIRECT' },
      202,
    );
  }

  private created(resourceId: string): Answer<MandateCreated> {
    const _links = this.links(resourceId, mandates.readMandatesMetadata.path);
    return new Answer(
      { resourceId, mandateStatus: initialStatus, _links },
      { location: _links.self.href, 'aspsp-sca-approach': 'REDIRECT' },
    );
  }

  private links(resourceId: string, metadata: string) {
    const self = `/v2/mandates/${resourceId}`;
    return { scaOAuth: { href: `${this.bank.baseUrl}${metadata}` }, self: { href: self }, status: { href: `${self}/status` } };
  }
}

/** A mandate belongs to a client, and to no consent. */
const unknownMandate = (resourceId: string): Refusal =>
  new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'No mandate with this id exists for this client.' }], { resourceId });

/** The account that the customer chose: only once all owners have approved may the creditor know it. */
function chosenAccount({ debtorAccount, dateOfSignature }: MandateRow): { debtorAccount: { iban: string; currency: string } } | undefined {
  // What stands in place of a number that was erased is no IBAN.
  if (dateOfSignature === null || !debtorAccount || debtorAccount.iban.startsWith(erasedText)) return undefined;
  return { debtorAccount: { iban: debtorAccount.iban, currency: debtorAccount.currency } };
}
