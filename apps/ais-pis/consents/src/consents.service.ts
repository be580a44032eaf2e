import { ServiceSettings } from '@open-banking/config';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { inactiveToken, stoppedClient, type Principal } from '@open-banking/access';
import { CommandsService, type CommandActor, NotificationsService, OpenBoundsService } from '@open-banking/commands';
import { BankClock, Database } from '@open-banking/database';
import { Answer, type RequestContext } from '@open-banking/http';
import { daysAfter, omitNullish, linksTo, refuseAll, Refusal, type AccountReference } from '@open-banking/messages';
import { WhenDue } from '@open-banking/service';
import { aisPis, type Permission } from '@open-banking/spec';
import { ConsentTermSettings } from '@open-banking/ais-pis-accounts';
import { kindOf, refuseTooMany, wholeOf, withoutCopies } from './consent-access.js';
import { validityFaults } from './consent-request.js';
import { ConsentEndingsService } from './consent-endings.service.js';
import { alreadyEnded } from './consent-endings.js';
import { ConsentStateMachine } from './consent-state-machine.service.js';
import { endedOn, maxPerDay, consentStatusAt, type ConsentStatus } from './consent.js';
import type { Access, Consent, ConsentCreated, ConsentRequest, ConsentStatusAnswer } from './consents.messages.js';
import { ConsentSettings } from './consents.settings.js';
import { findConsent, insertConsent, openConsents, readStatus, subscribeToEntries, type ConsentRow } from './consents.statements.js';

@Injectable()
export class ConsentsService {
  constructor(
    private readonly database: Database,
    private readonly commands: CommandsService,
    private readonly clock: BankClock,
    private readonly stateMachine: ConsentStateMachine,
    private readonly consents: ConsentEndingsService,
    private readonly notifications: NotificationsService,
    private readonly bounds: OpenBoundsService,
    private readonly service: ServiceSettings,
    private readonly settings: ConsentSettings,
    private readonly term: ConsentTermSettings,
  ) {}

  async create(principal: CommandActor, context: RequestContext, request: ConsentRequest): Promise<Answer<ConsentCreated>> {
    const { recurringIndicator, frequencyPerDay, validUntil } = request;
    const access = withoutCopies(request.access);
    refuseTooMany(access, this.settings.maxReferences);
    const consentId = randomUUID();
    const notification = await this.notifications.requested(principal.clientId, context, { hasEntries: true });
    return this.commands.once(principal, aisPis.createConsent, context, async (tx) => {
      const { everywhere, listsOnly, ownerName } = wholeOf(access);
      const now = this.clock.now();
      await this.bounds.refuseBeyond(tx, principal.clientId, now, {
        kind: 'consents',
        max: this.settings.maxOpenConsents,
        counted: openConsents,
      });
      const today = this.clock.today();
      refuseAll(validityFaults(validUntil, today));
      const longest = daysAfter(today, this.term.consentDays);
      const creator = await tx.row(
        insertConsent,
        consentId,
        principal.clientId,
        kindOf(access),
        JSON.stringify(access),
        recurringIndicator,
        Math.min(frequencyPerDay, maxPerDay),
        validUntil > longest ? longest : validUntil,
        everywhere,
        listsOnly,
        ownerName,
        access.restrictedTo ?? null,
        now,
        today,
        new Date(now.getTime() + this.settings.firstApprovalMinutes * 60_000),
      );
      refuseStoppedMeanwhile(creator);
      await notification.keep(tx, 'consent', consentId);
      if (notification.wantsEntries) await tx.rows(subscribeToEntries, consentId);
      return { answer: notification.on(this.created(consentId)), subject: consentId };
    });
  }

  async delete(principal: Principal, context: RequestContext, consentId: string): Promise<Answer<undefined>> {
    return this.commands.once(principal, aisPis.deleteConsent, context, async (tx) => {
      const outcome = await this.consents.end(tx, { id: consentId, by: { clientId: principal.clientId }, reason: 'deleted' });
      if (!outcome) throw new Refusal('CONSENT_UNKNOWN', { consentId });
      if (outcome.status !== 'terminatedByTpp') throw alreadyEnded(outcome.status);
      return { answer: new Answer(undefined), subject: consentId };
    });
  }

  async one(principal: Principal, consentId: string): Promise<Consent> {
    const consent = await this.database.row(findConsent, consentId, principal.clientId);
    if (!consent) throw new Refusal('CONSENT_UNKNOWN', { consentId });
    const status = this.currentStatus(consent);
    return {
      access: shownAccess(consent),
      recurringIndicator: consent.recurring,
      validUntil: consent.validUntil,
      frequencyPerDay: consent.frequencyPerDay,
      lastActionDate: status === consent.status ? consent.lastActionDate : endedOn(consent, (instant) => this.clock.dayOf(instant)),
      consentStatus: status,
      _links: linksTo({
        self: consentPath(consentId),
        status: `${consentPath(consentId)}/status`,
        account: status === 'valid' ? aisPis.listAccounts.path : undefined,
      }),
    };
  }

  async status(principal: Principal, consentId: string): Promise<ConsentStatusAnswer> {
    const consent = await this.database.row(readStatus, consentId, principal.clientId);
    if (!consent) throw new Refusal('CONSENT_UNKNOWN', { consentId });
    return { consentStatus: consentStatusAt(consent, this.clock.now(), this.clock.today()) };
  }

  @WhenDue()
  endDue(): Promise<void> {
    return this.stateMachine.endDue();
  }

  private currentStatus(consent: ConsentRow): ConsentStatus {
    return consentStatusAt(consent, this.clock.now(), this.clock.today());
  }

  private created(consentId: string): Answer<ConsentCreated> {
    const self = consentPath(consentId);
    const scaOAuth = `${this.service.baseUrl}${aisPis.readConsentsMetadata.path}`;
    const body: ConsentCreated = { consentStatus: 'received', consentId, _links: linksTo({ scaOAuth, self, status: `${self}/status` }) };
    return new Answer(body, { location: self, 'aspsp-sca-approach': 'REDIRECT' });
  }
}

/** The token was valid when the request arrived; its client has been removed or suspended since. */
function refuseStoppedMeanwhile(client: { readonly suspended: boolean } | undefined): void {
  if (!client) throw inactiveToken(aisPis.createConsent.token!, { active: false, inactive: 'revoked', issuer: 'consents' }, 'bearer');
  if (client.suspended) throw stoppedClient(undefined);
}

const consentPath = (consentId: string): string => `/v1.7/consents/${consentId}`;

/** The granted access; before the approval, the requested access. Of a customer who is erased no account is named. */
function shownAccess({ access, grants, restrictedTo }: ConsentRow): Access {
  if (grants.length === 0) return omitNullish({ ...access, restrictedTo: restrictedTo && [...restrictedTo] }) as Access;
  const having = (permission: Permission | 'ownerName'): AccountReference[] | null => {
    const references = grants
      .filter(({ permissions, reference }) => permissions.includes(permission) && isNamed(reference))
      .map(({ reference }) => reference);
    return references.length > 0 ? references : null;
  };
  const ownerName = having('ownerName');
  return omitNullish({
    accounts: having('accounts'),
    balances: having('balances'),
    transactions: having('transactions'),
    additionalInformation: ownerName && { ownerName },
  }) as Access;
}

const isNamed = ({ currency: _, ...names }: AccountReference): boolean => Object.keys(names).length > 0;
