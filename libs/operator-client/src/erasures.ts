import { directoryInternal } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess } from './exchange.js';
import { internalCall } from './internal-call.js';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey' | 'operatorName'>;

export interface ErasureObstacle {
  readonly what: string;
  readonly id: string;
  readonly must: string;
}

/** The data of a customer that would be erased now, and the obstacles. */
export interface ErasureCheck {
  /** Null: no one has asked to erase the customer. */
  readonly earlier: Pick<Erasure, 'askedAt' | 'askedBy' | 'endedAt'> | null;
  readonly services: readonly {
    readonly service: string;
    /** Rows by table. */
    readonly holds: Readonly<Record<string, number>>;
    /** The kinds of which there may be more. */
    readonly more: readonly string[];
    readonly obstacles: readonly ErasureObstacle[];
  }[];
  readonly unavailable: readonly string[];
}

export interface ErasureStep {
  readonly service: string;
  readonly state: 'done' | 'due' | 'kept';
  readonly keptUntil: string | null;
  readonly erased: Readonly<Record<string, number>>;
  readonly obstacles: readonly ErasureObstacle[];
  readonly problem: string | null;
}

export interface Erasure {
  readonly psuId: string;
  readonly askedAt: string;
  readonly askedBy: string;
  readonly endedAt: string | null;
  readonly steps: readonly ErasureStep[];
}

const call = async <T>(
  bank: Bank,
  row: (typeof directoryInternal)[keyof typeof directoryInternal],
  psuId: string,
  body?: unknown,
): Promise<T> => expectSuccess('erase', await internalCall(bank, 'ais-pis', row, body, { customerId: psuId }));

export const checkErasure = (bank: Bank, psuId: string): Promise<ErasureCheck> => call(bank, directoryInternal.checkPsuErasure, psuId);

/** Answers a proposal where that needs a second operator; undefined where the bank knows no customer with this id. */
export async function askErasure(bank: Bank, psuId: string): Promise<Erasure | { readonly proposalId: string } | undefined> {
  const answer = await internalCall(bank, 'ais-pis', directoryInternal.erasePsu, undefined, { customerId: psuId });
  const [{ code } = { code: '' }] = (answer.body as { tppMessages?: { code: string }[] } | undefined)?.tppMessages ?? [];
  return answer.status === 404 && code === 'RESOURCE_UNKNOWN' ? undefined : expectSuccess('erase', answer);
}

export const readErasure = (bank: Bank, psuId: string): Promise<Erasure> => call(bank, directoryInternal.readErasure, psuId);

/** All erasures, in the order in which they were asked for. */
export async function listErasures(bank: Bank): Promise<Erasure[]> {
  const all: Erasure[] = [];
  for (let after: string | undefined; ;) {
    const page: { erasures: readonly Erasure[]; next?: string } = await call(bank, directoryInternal.listErasures, '', {
      ...(after !== undefined && { after }),
    });
    all.push(...page.erasures);
    if (page.next === undefined) return all;
    after = page.next;
  }
}
