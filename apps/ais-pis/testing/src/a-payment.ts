import { setTimeout as pause } from 'node:timers/promises';
import type { Caller, RunningBank } from '@open-banking/testing';

export const creditorAccount = { iban: 'DE89370400440532013000' };
const amount = (currency: string) => ({ currency, amount: '12.50' });

/** A payment that every product of its currency accepts. */
export const inEuro = { instructedAmount: amount('EUR'), creditorAccount, creditorName: 'Bookshop' };
export const inShekel = { instructedAmount: amount('ILS'), creditorAccount: { bban: '0108000000000012345' }, creditorName: 'Bookshop' };
export const abroad = { ...inEuro, creditorAgent: 'DEUTDEFF', creditorAddress: { townName: 'Berlin', country: 'DE' } };

/** A new client with its own limits and a client token of the payments issuer; it waits when the limit per second is used up. */
export const aPayer = async (bank: RunningBank): Promise<Caller> => (await (await bank.client()).withClientToken('payments', 'PIS')).paced;

/** The recorded status changes of a payment, such as `RCVD>ACTC`. */
export async function statusChanges(bank: RunningBank, paymentId: string): Promise<string[]> {
  const { rows } = await bank
    .database('ais-pis')
    .query<{ change: string }>(
      "select from_status || '>' || to_status as change from payment_status_change where payment_id = $1 order by change_number",
      [paymentId],
    );
  return rows.map(({ change }) => change);
}

/** Polls a payment's status as its client until it is none of `passing`; returns that status. */
export async function statusAfter(caller: Caller, path: string, passing: readonly string[], timeoutMs = 120_000): Promise<string> {
  let last = '';
  for (const until = performance.now() + timeoutMs; performance.now() < until;) {
    last = ((await caller.get(`${path}/status`)).body as { transactionStatus: string }).transactionStatus;
    if (!passing.includes(last)) return last;
    await pause(100);
  }
  throw new Error(`${path} is still ${last} after ${timeoutMs / 1_000} s`);
}
