import type { ListedLogo, LogoPage } from '@open-banking/contracts';
import { directoryInternal } from '@open-banking/spec';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { expectSuccess } from './exchange.js';
import { internalCall } from './internal-call.js';

type Bank = Pick<OperatorFile, 'internal' | 'operatorKey'>;

/** All logos of a status, the longest waiting first. */
export async function clientLogos(bank: Bank, status: ListedLogo['status'] = 'proposed'): Promise<readonly ListedLogo[]> {
  const all: ListedLogo[] = [];
  for (let after: object | undefined; ;) {
    const query = { status, ...(after && { after }) };
    const page: LogoPage = expectSuccess('client logo list', await internalCall(bank, 'ais-pis', directoryInternal.listClientLogos, query));
    all.push(...page.logos);
    if (!page.next) return all;
    after = page.next;
  }
}

/** The image of a logo. */
export const clientLogoPng = async (bank: Bank, clientId: string, logo: string): Promise<Buffer> => {
  const answer = await internalCall(bank, 'ais-pis', directoryInternal.readClientLogo, undefined, { clientId, logo });
  return Buffer.from(expectSuccess<{ readonly png: string }>('client logo', answer).png, 'base64');
};

export const approveClientLogo = async (bank: Bank, clientId: string, logo: string): Promise<void> =>
  expectSuccess(
    'client logo approve',
    await internalCall(bank, 'ais-pis', directoryInternal.approveClientLogo, undefined, { clientId, logo }),
  );

export const refuseClientLogo = async (bank: Bank, clientId: string, logo: string, reason: string): Promise<void> =>
  expectSuccess(
    'client logo refuse',
    await internalCall(bank, 'ais-pis', directoryInternal.refuseClientLogo, { reason }, { clientId, logo }),
  );
