import type { ErasureCheck, ErasurePage, ErasureRow } from '@open-banking/contracts';
import { directoryInternal } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess } from './exchange.js';
import { internalCall } from './internal-call.js';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey' | 'operatorName'>;

const call = async <T>(
  bank: Bank,
  row: (typeof directoryInternal)[keyof typeof directoryInternal],
  psuId: string,
  body?: unknown,
): Promise<T> => expectSuccess('erase', await internalCall(bank, 'ais-pis', row, body, { customerId: psuId }));

export const checkErasure = (bank: Bank, psuId: string): Promise<ErasureCheck> => call(bank, directoryInternal.checkPsuErasure, psuId);

/** Answers a proposal where that needs a second operator; undefined where the bank knows no customer with this id. */
export async function askErasure(bank: Bank, psuId: string): Promise<ErasureRow | { readonly proposalId: string } | undefined> {
  const answer = await internalCall(bank, 'ais-pis', directoryInternal.erasePsu, undefined, { customerId: psuId });
  const [{ code } = { code: '' }] = (answer.body as { tppMessages?: { code: string }[] } | undefined)?.tppMessages ?? [];
  return answer.status === 404 && code === 'RESOURCE_UNKNOWN' ? undefined : expectSuccess('erase', answer);
}

export const readErasure = (bank: Bank, psuId: string): Promise<ErasureRow> => call(bank, directoryInternal.readErasure, psuId);

/** All erasures, in the order in which they were asked for. */
export async function listErasures(bank: Bank): Promise<ErasureRow[]> {
  const all: ErasureRow[] = [];
  for (let after: string | undefined; ;) {
    const page: ErasurePage = await call(bank, directoryInternal.listErasures, '', {
      ...(after !== undefined && { after }),
    });
    all.push(...page.erasures);
    if (page.next === undefined) return all;
    after = page.next;
  }
}
