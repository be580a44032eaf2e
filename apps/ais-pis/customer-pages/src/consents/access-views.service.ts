import { Inject, Injectable } from '@nestjs/common';
import { clockTime, html, longDate, localeOf, readForm, type ConsentFacts, type Frame, type Locale } from '@open-banking/pages';
import { type OwnApprovals } from '@open-banking/issuer';
import { BankClock } from '@open-banking/database';
import { isUuid } from '@open-banking/http';
import { endedOn, CustomerAccessService, type AccessNow, distinctionsOf, type Distinction } from '@open-banking/ais-pis-consents';
import { AlertChoicesService } from '@open-banking/ais-pis-notifications';
import { ClientDirectoryService, CustomerDirectoryService, OptOutsService } from '@open-banking/ais-pis-directory';
import { idIn, type Customer, type PageResult, type Visit } from '../visit/customer-router.js';
import type { FactLine } from '../visit/fact-list.js';
import { CONSENT_APPROVALS } from '../visit/second-owner-approvals.js';
import { PendingApproval } from '../visit/pending-approval.js';
import { CustomerVisitsService } from '../visit/visits.service.js';
import { accessPage, endPage, listPage, type Detailed, type AccessEntry } from './access.pages.js';
import { EndAccessForm } from './end-access.form.js';
import type { OptOutForm } from './opt-out.form.js';
import { optOutCheckPage } from './opt-out.pages.js';

interface CustomerAccess {
  readonly access: AccessNow;
  readonly facts: ConsentFacts;
  readonly canEnd: boolean;
  /** The customer lets no third party in. */
  readonly optedOut: boolean;
}

/** Longer lists can be searched. */
const maxWithoutSearch = 10;

const changed: PageResult = { goTo: '/customer', done: 'changed' };
/** The same whether nobody or another customer has it. */
const unknown: PageResult = { goTo: '/customer', done: 'noAccess' };

/** The consent pages and the actions of their forms. */
@Injectable()
export class AccessViewsService {
  /** Consents that wait for this customer as a second owner. */
  readonly approval: PendingApproval;

  constructor(
    private readonly clock: BankClock,
    private readonly consents: CustomerAccessService,
    private readonly visits: CustomerVisitsService,
    private readonly customers: CustomerDirectoryService,
    private readonly optOuts: OptOutsService,
    private readonly alerts: AlertChoicesService,
    clients: ClientDirectoryService,
    @Inject(CONSENT_APPROVALS) approvals: OwnApprovals,
  ) {
    this.approval = new PendingApproval({
      approvals,
      clients,
      timeZone: clock.timeZone,
      at: (id) => `/customer/pending/${id}`,
      list: '/customer',
      refused: 'refused',
      idIn: 'consentId',
      waiting: async (psuId) =>
        (await consents.pending(psuId)).map(({ consentId: id, clientId, clientName }) => ({ id, clientId, clientName })),
    });
  }

  async list(visit: Visit, customer: Customer): Promise<PageResult> {
    const [searched, from] = [visit.searched?.trim() ?? '', idIn(visit, 'after')];
    const [{ active, ended, total, after }, pending, optedOut] = await Promise.all([
      this.consents.list(customer.psuId, { searched, after: from }),
      this.consents.pending(customer.psuId),
      this.customers.hasOptedOut(customer.psuId),
    ]);
    const { frame } = visit;
    const distinctions = distinctionsOf([...active, ...ended, ...pending], (instant) => this.clock.dayOf(instant));
    const distinctionOf = ({ clientId }: Pick<AccessNow, 'clientId'>) => ({
      distinction: distinctionLine(distinctions.get(clientId), frame),
    });
    return {
      clientLogos: [...active, ...ended].some(({ logo }) => logo !== null),
      text: listPage(frame, {
        optedOut,
        alerts: this.alerts.channels.length > 0,
        ...(await this.visits.header(visit, customer, { access: pending.length })),
        pending: pending.map((one) => ({ ...one, ...distinctionOf(one), until: this.on(one.approveBy, frame) })),
        active: active.map((one) => ({ ...this.shown(one, frame, optedOut), ...distinctionOf(one) })),
        ended: ended.map((one) => ({ ...this.shown(one, frame), ...distinctionOf(one) })),
        isFirst: from === undefined,
        after,
        ...((total > maxWithoutSearch || searched !== '') && { searched: visit.searched ?? '' }),
      }),
    };
  }

  async access(visit: Visit, customer: Customer): Promise<PageResult> {
    const found = await this.found(visit, customer);
    if (!found) return unknown;
    const text = accessPage(visit.frame, this.detailed(visit, found), await this.visits.header(visit, customer));
    return { text, clientLogos: found.access.logo !== null };
  }

  /** Asks for confirmation first. */
  async end(visit: Visit, customer: Customer): Promise<PageResult> {
    const form = readForm([EndAccessForm], visit.form);
    const found = await this.found(visit, customer);
    if (!found) return changed;
    const {
      access: { consentId, clientId },
      canEnd,
    } = found;
    if (canEnd && !form.confirmed) return { text: endPage(visit.frame, this.detailed(visit, found)) };
    return (await this.consents.end({ id: consentId, clientId, psuId: customer.psuId })) ? { goTo: '/customer', done: 'ended' } : changed;
  }

  /** The general opt-out, after a confirmation, or its end. */
  async optOut({ frame, csrf }: Visit, { psuId }: Customer, { step, confirmed }: OptOutForm): Promise<PageResult> {
    if (step === 'opt-out' && !confirmed) return { text: optOutCheckPage(frame, csrf) };
    const done = await this.optOuts.change(psuId, step === 'opt-out');
    return done ? { goTo: '/customer', done: step === 'opt-out' ? 'optedOut' : 'optedIn' } : changed;
  }

  private async found({ params: { consentId = '' } }: Visit, { psuId }: Customer): Promise<CustomerAccess | undefined> {
    if (!isUuid(consentId)) return undefined;
    const [found, optedOut] = await Promise.all([this.consents.one(psuId, consentId), this.customers.hasOptedOut(psuId)]);
    return found && { ...found, optedOut, canEnd: isActiveAccess(found.access) };
  }

  private detailed({ frame, csrf }: Visit, { access, facts, canEnd, optedOut }: CustomerAccess): Detailed {
    const words = localeOf(frame.language);
    const lines: FactLine[] = [
      [words.consent.often, access.recurring ? words.consent.times(access.frequencyPerDay) : words.consent.once],
      ...this.shown(access, frame, optedOut).lines,
    ];
    return { ...this.shown(access, frame, optedOut), lines, facts, csrf, canEnd };
  }

  private shown(access: AccessNow, frame: Frame, optedOut = false): AccessEntry {
    const { consentId, clientName, logo, status, validUntil, endsAt, approvedAt, lastActionDate, lastUsedAt } = access;
    const words = localeOf(frame.language);
    const { customer } = words;
    const day = (of: string): string => longDate(of, frame.language);
    const bankDay = (instant: Date): string => this.clock.dayOf(instant);
    const isActive = isActiveAccess(access);
    const lastDay = [validUntil, ...(endsAt ? [bankDay(endsAt)] : [])].sort()[0]!;
    const ended = status === 'expired' ? endedOn(access, bankDay) : lastActionDate;
    return {
      consentId,
      clientName,
      ...(logo !== null && { logo }),
      status,
      lines: [
        ...stateLines(access, isActive && optedOut, words),
        [customer.approved, this.on(approvedAt, frame)],
        isActive ? [words.consent.until, day(lastDay)] : [customer.endedOn, day(ended)],
        [
          customer.lastUse,
          lastUsedAt ? `${this.on(lastUsedAt, frame)}, ${clockTime(lastUsedAt, frame.language, this.clock.timeZone)}` : customer.never,
        ],
      ],
    };
  }

  private on(instant: Date, frame: Frame): string {
    return longDate(this.clock.dayOf(instant), frame.language);
  }
}

const isActiveAccess = ({ status }: AccessNow): boolean => status === 'valid' || status === 'partiallyAuthorised';

const stateLines = (access: AccessNow, isPaused: boolean, { customer, thirdParty }: Locale): FactLine[] => [
  [customer.state, isPaused ? customer.optOut.paused : customer.status[access.status]],
  ...(access.suspended && isActiveAccess(access) ? [[thirdParty.service, thirdParty.suspended.mark] as const] : []),
];

function distinctionLine(distinction: Distinction | undefined, { language }: Frame): FactLine | undefined {
  if (!distinction) return undefined;
  const { by, value } = distinction;
  return [localeOf(language).customer.apart[by], by === 'registeredOn' ? longDate(value, language) : html`<bdi dir="ltr">${value}</bdi>`];
}
