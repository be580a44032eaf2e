import { exchange, until, type Caller } from '@open-banking/testing';
import type { AnotherService } from '@open-banking/testing/bank';
import type { TestAccount } from '@open-banking/ais-pis-testing/a-customer';

/** An account of a customer, and a third party with a consent to read it. */
export interface Known {
  readonly account: TestAccount;
  readonly caller: Caller;
}

/** How many reads each server has answered, and the primary for which reason. */
export async function standbyReads({ internalUrl }: AnotherService): Promise<Record<string, number>> {
  const { text } = await exchange(`${internalUrl}/metrics`);
  const series = text.matchAll(/^openbank_database_reads_total\{[^}]*server="(\w+)",reason="(\w*)"[^}]*\} (\d+)$/gm);
  return Object.fromEntries([...series].map(([, server, reason, count]) => [reason === '' ? server! : reason!, Number(count)]));
}

/** Waits until readiness, which is checked once a second, answers 200 with what is asked for. */
export const isReady = ({ baseUrl }: AnotherService, says: RegExp): Promise<void> =>
  until(`readiness says ${says}`, async () => {
    const { status, text } = await exchange(`${baseUrl}/health/ready`);
    return status === 200 && says.test(text);
  });
