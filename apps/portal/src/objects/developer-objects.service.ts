import { Injectable } from '@nestjs/common';
import { InternalCalls } from '@open-banking/access';
import {
  developerMandatesContracts,
  developerObjectsContracts,
  type DeveloperConsent,
  type DeveloperMandate,
  type DeveloperObjectsQuery,
  type DeveloperPayment,
} from '@open-banking/contracts';
import { isUuid } from '@open-banking/http';
import { Refusal } from '@open-banking/messages';
import type { ObjectKind } from './object-kinds.js';
import type { PassedState } from './states-passed.js';

interface ObjectIdentity {
  readonly objectId: string;
  readonly clientId: string;
  readonly createdAt: string;
  /** The status now, as the client sees it. */
  readonly status: string;
  /** Oldest first; the last one is `status`. */
  readonly states: readonly PassedState[];
  readonly approvers: DeveloperConsent['approvers'];
}

/** A consent, payment or mandate of one of a developer's clients. */
export type DeveloperObject = ObjectIdentity &
  (
    | { readonly kind: 'consent'; readonly facts: DeveloperConsent }
    | { readonly kind: 'payment'; readonly facts: DeveloperPayment }
    | { readonly kind: 'mandate'; readonly facts: DeveloperMandate }
  );

export interface ObjectsQuery {
  readonly clientIds: readonly string[];
  readonly status?: string | undefined;
  /** The id of the last object on the page before. */
  readonly before?: string | undefined;
  readonly max: number;
}

/** Reads consents, payments and mandates of a developer's clients at the services that keep them. Sandbox only. */
@Injectable()
export class DeveloperObjectsService {
  constructor(private readonly calls: InternalCalls) {}

  /** The newest first. */
  async list(developerId: string, kind: ObjectKind, query: ObjectsQuery): Promise<readonly DeveloperObject[]> {
    if (query.clientIds.length === 0) return [];
    const call = { params: { developerId }, body: bodyOf(query) };
    if (kind === 'consent') return listed(await this.calls.call('ais-pis', developerObjectsContracts.listDeveloperConsents, call), consent);
    if (kind === 'payment') return listed(await this.calls.call('ais-pis', developerObjectsContracts.listDeveloperPayments, call), payment);
    return listed(await this.calls.call('mandates', developerMandatesContracts.listDeveloperMandates, call), mandate);
  }

  /** Undefined: it does not exist, or is of no client of this developer. */
  async find(developerId: string, kind: ObjectKind, objectId: string): Promise<DeveloperObject | undefined> {
    if (!isUuid(objectId)) return undefined;
    const { calls } = this;
    if (kind === 'consent') {
      const params = { developerId, consentId: objectId };
      return found(await calls.call('ais-pis', developerObjectsContracts.readDeveloperConsent, { params }), consent);
    }
    if (kind === 'payment') {
      const params = { developerId, paymentId: objectId };
      return found(await calls.call('ais-pis', developerObjectsContracts.readDeveloperPayment, { params }), payment);
    }
    const params = { developerId, resourceId: objectId };
    return found(await calls.call('mandates', developerMandatesContracts.readDeveloperMandate, { params }), mandate);
  }
}

const bodyOf = ({ clientIds, status, before, max }: ObjectsQuery): DeveloperObjectsQuery => ({
  clientIds: [...clientIds],
  most: max,
  ...(status !== undefined && { status }),
  ...(before !== undefined && { before }),
});

function listed<T>(answer: { readonly objects: readonly T[] } | undefined, object: (facts: T) => DeveloperObject): DeveloperObject[] {
  if (!answer) throw new Refusal('SERVICE_UNAVAILABLE', 'a list of a developer has no answer', { retryAfterSeconds: 1 });
  return answer.objects.map(object);
}

const found = <T>(facts: T | undefined, object: (facts: T) => DeveloperObject): DeveloperObject | undefined => facts && object(facts);

const common = ({ clientId, createdAt, states, approvers }: Pick<ObjectIdentity, 'clientId' | 'createdAt' | 'states' | 'approvers'>) => ({
  clientId,
  createdAt,
  states,
  approvers,
});

const consent = (facts: DeveloperConsent): DeveloperObject => ({
  ...common(facts),
  kind: 'consent',
  objectId: facts.consentId,
  status: facts.status,
  facts,
});
const payment = (facts: DeveloperPayment): DeveloperObject => ({
  ...common(facts),
  kind: 'payment',
  objectId: facts.paymentId,
  status: facts.transactionStatus,
  facts,
});
const mandate = (facts: DeveloperMandate): DeveloperObject => ({
  ...common(facts),
  kind: 'mandate',
  objectId: facts.resourceId,
  status: facts.mandateStatus,
  facts,
});
