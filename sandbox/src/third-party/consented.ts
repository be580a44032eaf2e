import { expectSuccess } from '@open-banking/operator-client';
import { completeInteraction, type CustomerChoices } from './scripted-customer.js';
import type { ThirdParty } from './third-party.js';

/** A consent request. Omitted values default to the maximum duration and frequency that the bank allows. */
export interface ConsentOptions {
  readonly access: Readonly<Record<string, unknown>>;
  readonly recurringIndicator?: boolean;
  readonly validUntil?: string;
  readonly frequencyPerDay?: number;
}

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

/** The body of a consent request. */
export const consentRequest = ({
  access,
  recurringIndicator = true,
  validUntil = inDays(90),
  frequencyPerDay = recurringIndicator ? 4 : 1,
}: ConsentOptions) => ({ access, recurringIndicator, validUntil, frequencyPerDay, combinedServiceIndicator: false });

/** Creates a consent. Its status is `received` until a customer approves it. */
export async function createConsent(party: ThirdParty, asked: ConsentOptions): Promise<string> {
  const { access_token: token } = await party.clientToken('consents', 'AIS');
  const body = consentRequest(asked);
  const { consentId } = expectSuccess<{ consentId: string }>(
    'POST /v1.7/consents',
    await party.call('POST', '/v1.7/consents', { token, body, headers: { 'psu-ip-address': '127.0.0.1' } }),
  );
  return consentId;
}

/** Creates a consent, has a customer approve it on the pages, and returns it with its token. */
export async function grantConsent(
  party: ThirdParty,
  customer: CustomerChoices,
  asked: ConsentOptions,
): Promise<{ consentId: string; token: string }> {
  const consentId = await createConsent(party, asked);
  const authorization = await party.startAuthorization('consents', `AIS:${consentId}`);
  const redirect = await completeInteraction(authorization.url, { from: party.from, ...customer });
  const { access_token: token } = await party.redeem(authorization, redirect);
  return { consentId, token };
}
