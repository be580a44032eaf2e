import { Injectable } from '@nestjs/common';
import type { ReadReceipt } from '@open-banking/receipts';
import { Database } from '@open-banking/database';
import { owningServices, type Service } from '@open-banking/spec';
import { numberOf } from '@open-banking/ais-pis-consents';
import type { PaymentRequest } from '@open-banking/ais-pis-payments';
import { CustomerResourcesService } from '@open-banking/ais-pis-accounts';
import { RemoteMandatesService } from '../mandates/remote-mandates.service.js';
import { approvedConsents, shownPayments } from './customer-receipts.statements.js';
import { branchAccount, consentReference, receiptReference, type Reference } from './receipt-reference.js';

/** What a receipt is about, as the other pages of the customer tell it. `gone`: they do not show it (any more). */
export type Subject =
  | { readonly kind: 'account'; readonly name: string; readonly number: string }
  | { readonly kind: 'payment'; readonly id: string; readonly request: PaymentRequest }
  | { readonly kind: 'mandate'; readonly id: string; readonly creditorName: string }
  | { readonly kind: 'access'; readonly id: string }
  | { readonly kind: 'gone' | 'unavailable' };

export interface Subjects {
  /** Undefined: a list. */
  readonly subject?: Subject | undefined;
  /** The consent, where its page exists. */
  readonly consentId?: string | undefined;
}

/** What was found, by its id. */
interface ReceiptSubjects {
  readonly subjects: ReadonlyMap<string, Subject>;
  readonly unavailable: readonly Service[];
}

/** Finds what receipts are about. */
@Injectable()
export class ReceiptSubjectsService {
  constructor(
    private readonly database: Database,
    private readonly resources: CustomerResourcesService,
    private readonly mandates: RemoteMandatesService,
  ) {}

  /** One question for each kind of thing, and each service that has some, however many receipts there are. */
  async subjectsFor(psuId: string, receipts: readonly ReadReceipt[]): Promise<(receipt: ReadReceipt) => Subjects> {
    const asked = receipts.flatMap((receipt) => [receiptReference(receipt), consentReference(receipt)]).filter((one) => one !== undefined);
    const ids = (of: Reference['kind']): string[] => [...new Set(asked.filter(({ kind }) => kind === of).map(({ id }) => id))];
    const answers = await Promise.all([
      this.accounts(
        psuId,
        asked.filter(({ kind }) => kind === 'account'),
      ),
      this.payments(psuId, ids('payment')),
      this.consents(psuId, ids('access')),
      this.mandatesOf(psuId, ids('mandate')),
    ]);
    const subjects = new Map(answers.flatMap((answer) => [...answer.subjects]));
    const unavailable = answers.flatMap((answer) => answer.unavailable);
    const defaultSubject = ({ id, service }: Reference): Subject =>
      subjects.get(id) ?? { kind: unavailable.includes(service) ? 'unavailable' : 'gone' };
    return (receipt) => {
      const [reference, consent] = [receiptReference(receipt), consentReference(receipt)];
      return {
        subject: reference && defaultSubject(reference),
        consentId: consent && subjects.has(consent.id) && consent.id !== reference?.id ? consent.id : undefined,
      };
    };
  }

  private async accounts(psuId: string, asked: readonly Reference[]): Promise<ReceiptSubjects> {
    if (asked.length === 0) return nothing;
    const leftOut = owningServices.filter((owner) => !asked.some(({ service }) => service === owner));
    const { resources, unavailable } = await this.resources.listOfCustomer(psuId, leftOut);
    const subjects = resources.flatMap((resource) => {
      const { resourceId, service, branchNumber, accountNumber, name } = resource;
      const subject: Subject = { kind: 'account', name, number: numberOf(resource) };
      const isByNumbers = service === 'ais-pis' && branchNumber !== undefined && accountNumber !== undefined;
      return [[resourceId, subject] as const, ...(isByNumbers ? [[branchAccount(branchNumber, accountNumber), subject] as const] : [])];
    });
    return { subjects: new Map(subjects), unavailable };
  }

  private async payments(psuId: string, ids: readonly string[]): Promise<ReceiptSubjects> {
    if (ids.length === 0) return nothing;
    const rows = await this.database.rows(shownPayments, psuId, ids);
    return found(rows.map(({ paymentId: id, request }) => ({ kind: 'payment', id, request })));
  }

  private async consents(psuId: string, ids: readonly string[]): Promise<ReceiptSubjects> {
    if (ids.length === 0) return nothing;
    const rows = await this.database.rows(approvedConsents, psuId, ids);
    return found(rows.map(({ consentId: id }) => ({ kind: 'access', id })));
  }

  private async mandatesOf(psuId: string, ids: readonly string[]): Promise<ReceiptSubjects> {
    if (ids.length === 0) return nothing;
    const listed = await this.mandates.list(psuId);
    if (!listed) return { ...nothing, unavailable: ['mandates'] };
    const { mandates, after } = listed;
    const others = after === undefined ? [] : ids.filter((id) => !mandates.some(({ resourceId }) => resourceId === id));
    const older = await Promise.all(others.map((id) => this.mandates.one(psuId, id)));
    const all = [...mandates, ...older.filter((one) => one !== null && one !== undefined)];
    return found(all.map(({ resourceId: id, creditorName }) => ({ kind: 'mandate', id, creditorName })));
  }
}

const nothing: ReceiptSubjects = { subjects: new Map(), unavailable: [] };
const found = (subjects: readonly (Subject & { readonly id: string })[]): ReceiptSubjects => ({
  subjects: new Map(subjects.map((subject) => [subject.id, subject])),
  unavailable: [],
});
