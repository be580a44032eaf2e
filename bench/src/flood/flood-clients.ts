import { addClient, ThirdParty } from '@open-banking/sandbox';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { consentRequest, createConsent } from '@open-banking/sandbox/third-party';

/** A client of its own at an address of its own, with a consent that nobody has approved. */
export interface FloodClient {
  readonly address: string;
  readonly basic: string;
  readonly token: string;
  readonly consentId: string;
  /** Path and query where a customer would begin to approve it. */
  readonly authorize: string;
}

const redirectUri = 'http://127.0.0.1/back';
const concurrency = 8;
const access = { allPsd2: 'allAccounts' };

/** What each of its requests for a consent has as its body. */
export const consentBody = JSON.stringify(consentRequest({ access }));

export const addressOf = (number: number): string => `10.0.${Math.floor(number / 250)}.${1 + (number % 250)}`;

async function floodClient(operator: OperatorFile, number: number): Promise<FloodClient> {
  const client = await addClient(operator, { name: `Flood ${number}`, roles: ['PSP_AI'], redirectUri });
  const party = new ThirdParty(operator.baseUrl, client);
  const { access_token: token } = await party.clientToken('consents', 'AIS');
  const consentId = await createConsent(party, { access });
  const { pathname, search } = new URL(party.authorization('consents', `AIS:${consentId}`).url);
  const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
  return { address: addressOf(number), basic, token, consentId, authorize: pathname + search };
}

/** Adds so many clients, with a token and a consent each. */
export async function floodClients(operator: OperatorFile, wanted: number): Promise<FloodClient[]> {
  const clients: FloodClient[] = [];
  let begun = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (begun < wanted) {
        begun += 1;
        clients.push(await floodClient(operator, begun));
      }
    }),
  );
  return clients;
}
