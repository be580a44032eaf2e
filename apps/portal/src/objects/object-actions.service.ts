import { Injectable } from '@nestjs/common';
import { Refusal } from '@open-banking/messages';
import { html, type Html } from '@open-banking/pages';
import { customerEditorPages } from '@open-banking/spec';
import { ownersOf } from '../scenarios/customer-people.js';
import { DeveloperCustomersService } from '../scenarios/developer-customers.service.js';
import { IncomingMoneyService } from '../scenarios/incoming-money.service.js';
import { ScenariosService } from '../scenarios/scenarios.service.js';
import type { DeveloperObject } from './developer-objects.service.js';
import { actionsOf, otherBankReasons, type ActionStep } from './object-actions.js';
import type { ObjectActionForm } from './object.forms.js';

/** Performs the actions of an object's page through the operations of the sandbox API that a test would call. */
@Injectable()
export class ObjectActionsService {
  constructor(
    private readonly scenarios: ScenariosService,
    private readonly incoming: IncomingMoneyService,
    private readonly customers: DeveloperCustomersService,
  ) {}

  /** Throws the operation's refusal, and FORMAT_ERROR for an action of another kind of object or an unknown reason. */
  async perform(developerId: string, object: DeveloperObject, { step, reason, amount }: ObjectActionForm): Promise<void> {
    const { scenarios } = this;
    const { kind, objectId } = object;
    const action = actionsOf(object).find((one) => one.step === step);
    if (!action) throw malformed(`A ${kind} has no such action.`);
    const answer = (given: 'approve' | 'refuse') =>
      kind === 'consent' ? scenarios.answerConsent(developerId, objectId, given) : scenarios.answerPayment(developerId, objectId, given);
    const otherBank = (said: 'rejected' | 'returned') =>
      scenarios.setClearingAnswer(developerId, objectId, { answer: said, reason: knownReason(reason) });
    const change = (to: string) => scenarios.changeMandate(developerId, objectId, { change: to });
    const actions: Readonly<Record<ActionStep, () => Promise<unknown>>> = {
      revoke: () => scenarios.revokeConsent(developerId, objectId),
      'use-up-reads': () => scenarios.useUpReads(developerId, objectId),
      'approve-as-second-owner': () => answer('approve'),
      'refuse-as-second-owner': () => answer('refuse'),
      'reject-at-other-bank': () => otherBank('rejected'),
      'return-from-other-bank': () => otherBank('returned'),
      collect: () => this.collect(developerId, objectId, amount, action.takesAmount?.currency ?? ''),
      suspend: () => change('suspend'),
      resume: () => change('resume'),
      cancel: () => change('cancel'),
    };
    await actions[step]();
  }

  private async collect(developerId: string, resourceId: string, amount: string, currency: string): Promise<void> {
    // The schema of the operation checks this for API calls; a form does not pass through it.
    if (!/^(?:0|[1-9]\d{0,13})(?:\.\d{1,3})?$/.test(amount))
      throw malformed('An amount has digits, and after a dot at most three more, such as 12.00.');
    await this.incoming.collect(developerId, resourceId, { amount: { amount, currency } });
  }

  /** The customers who have approved, by name. Undefined: no customer has approved yet. */
  async customerText(developerId: string, { approvers }: DeveloperObject): Promise<Html | undefined> {
    if (approvers.length === 0) return undefined;
    const made = (await this.customers.list(developerId)).flatMap(({ customerId, logins }) =>
      ownersOf(customerId).map((psuId, at) => [psuId, { name: logins[at]?.name, customerId }] as const),
    );
    const own = new Map(made);
    const shown = ({ psuId, name }: DeveloperObject['approvers'][number]): Html => {
      const customer = own.get(psuId);
      const text = name ?? customer?.name ?? 'a customer of the bank';
      return customer ? html`<a href="${pathOfCustomer(customer.customerId)}">${text}</a>` : html`${text}`;
    };
    return html`${approvers.map((approver, at) => html`${at > 0 && ', '}${shown(approver)}`)}`;
  }
}

const pathOfCustomer = (customerId: string): string =>
  customerEditorPages.showSandboxCustomer.path.replace('{customerId}', encodeURIComponent(customerId));

function knownReason(reason: string): string {
  if (!Object.hasOwn(otherBankReasons, reason)) throw malformed('Choose one of the reasons.');
  return reason;
}

const malformed = (text: string): Refusal => new Refusal([{ code: 'FORMAT_ERROR', text }]);
