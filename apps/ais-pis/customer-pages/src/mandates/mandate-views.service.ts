import { Inject, Injectable } from '@nestjs/common';
import type { CustomerMandate } from '@open-banking/contracts';
import { longDate, readForm } from '@open-banking/pages';
import type { OwnApprovals } from '@open-banking/issuer';
import { BankClock } from '@open-banking/database';
import { isUuid } from '@open-banking/http';
import { ClientDirectoryService } from '@open-banking/ais-pis-directory';
import { idIn, type Customer, type PageResult, type Visit } from '../visit/customer-router.js';
import { MANDATE_APPROVALS } from '../visit/second-owner-approvals.js';
import { PendingApproval } from '../visit/pending-approval.js';
import { CustomerVisitsService } from '../visit/visits.service.js';
import { changes, RemoteMandatesService, isOver, type Change, type CollectionsShown } from './remote-mandates.service.js';
import { MandateForm } from './mandate.form.js';
import { endMandatePage, mandatePage, mandatesPage, refundPage } from './mandates.pages.js';

const list = '/customer/mandates';
const changed: PageResult = { goTo: list, done: 'changed' };
/** The same whether nobody or another customer has it. */
const unknown: PageResult = { goTo: list, done: 'noMandate' };
/** The list says that mandates cannot be shown at the moment. */
const unavailable: PageResult = { goTo: list };
const done = { suspend: 'suspendedMandate', resume: 'resumedMandate', end: 'endedMandate' } as const satisfies Record<Change, string>;
const collectionIn = ({ collections }: CustomerMandate, step: string): CustomerMandate['collections'][number] | undefined =>
  collections.find(({ collectionId }) => step === `refund:${collectionId}`);
const isChange = (step: string): step is Change => Object.hasOwn(changes, step);

/** The mandate pages and the actions of their forms. */
@Injectable()
export class MandateViewsService {
  /** Mandates that wait for this customer as a second owner. */
  readonly approval: PendingApproval;

  constructor(
    private readonly clock: BankClock,
    private readonly mandates: RemoteMandatesService,
    private readonly visits: CustomerVisitsService,
    clients: ClientDirectoryService,
    @Inject(MANDATE_APPROVALS) approvals: OwnApprovals,
  ) {
    this.approval = new PendingApproval({
      approvals,
      clients,
      timeZone: clock.timeZone,
      at: (id) => `${list}/${id}/approval`,
      list,
      refused: 'refusedMandate',
      idIn: 'resourceId',
      waiting: async (psuId) =>
        (await mandates.pending(psuId)).map(({ resourceId: id, clientId, clientName }) => ({ id, clientId, clientName })),
    });
  }

  async list(visit: Visit, customer: Customer): Promise<PageResult> {
    const after = idIn(visit, 'after');
    const [pending, listed] = await Promise.all([this.mandates.pending(customer.psuId), this.mandates.list(customer.psuId, after)]);
    const mandates = listed?.mandates ?? [];
    return {
      clientLogos: pending.some(({ logo }) => logo !== undefined),
      text: mandatesPage(visit.frame, {
        ...(await this.visits.header(visit, customer, { mandates: pending.length })),
        pending: pending.map((one) => ({ ...one, until: longDate(this.clock.dayOf(new Date(one.approveBy)), visit.frame.language) })),
        unavailable: listed === undefined,
        active: mandates.filter((one) => !isOver(one) && !pending.some(({ resourceId }) => resourceId === one.resourceId)),
        ended: mandates.filter(isOver),
        isFirst: after === undefined,
        after: listed?.after,
      }),
    };
  }

  async one(visit: Visit, customer: Customer): Promise<PageResult> {
    const olderThan = idIn(visit, 'older-than');
    const mandate = await this.found(visit, customer.psuId, olderThan === undefined ? {} : { olderThan });
    if (!mandate) return mandate === null ? unknown : unavailable;
    const [client, header] = await Promise.all([this.mandates.client(mandate), this.visits.header(visit, customer)]);
    const text = mandatePage(visit.frame, { mandate, ...client, csrf: visit.csrf }, header);
    return { text, clientLogos: client.logo !== undefined };
  }

  /** Suspends, resumes or cancels a mandate, or refunds a collection. Irreversible actions need a confirmation. */
  async answer(visit: Visit, { psuId }: Customer): Promise<PageResult> {
    const form = readForm([MandateForm], visit.form);
    const mandate = await this.found(visit, psuId, isChange(form.step) ? {} : { collectionId: form.step.slice('refund:'.length) });
    if (!mandate) return changed;
    const check = form.confirmed ? undefined : await this.check(visit, form, mandate);
    return check ?? this.change(form, psuId, mandate);
  }

  private async check({ frame, csrf }: Visit, { step }: MandateForm, mandate: CustomerMandate): Promise<PageResult | undefined> {
    const shown = { mandate, ...(await this.mandates.client(mandate)), csrf };
    if (step === 'end') return isOver(mandate) ? undefined : { text: endMandatePage(frame, shown), clientLogos: shown.logo !== undefined };
    const collection = collectionIn(mandate, step);
    return collection?.refundable ? { text: refundPage(frame, shown, collection) } : undefined;
  }

  private async change({ step }: MandateForm, psuId: string, mandate: CustomerMandate): Promise<PageResult> {
    if (isChange(step)) return (await this.mandates.change(psuId, mandate.resourceId, step)) ? { goTo: list, done: done[step] } : changed;
    const collection = collectionIn(mandate, step);
    return collection && (await this.mandates.refund(psuId, collection.collectionId)) ? { goTo: list, done: 'refunded' } : changed;
  }

  private async found(
    { params: { resourceId = '' } }: Visit,
    psuId: string,
    shown: CollectionsShown,
  ): Promise<CustomerMandate | null | undefined> {
    return isUuid(resourceId) ? this.mandates.one(psuId, resourceId, shown) : null;
  }
}
