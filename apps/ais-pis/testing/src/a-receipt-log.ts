import { SigningKeys } from '@open-banking/commands';
import { BankClock, openDatabase } from '@open-banking/database';
import type { RunningBank } from '@open-banking/testing';
import { ReceiptHeadsService, ReceiptLogService } from '@open-banking/ais-pis-receipts';

/** Does at once with the log of receipts what the bank does each second or minute. */
export async function inReceiptLog(
  bank: RunningBank,
  work: (log: ReceiptLogService, heads: ReceiptHeadsService) => Promise<unknown>,
): Promise<void> {
  const limits = { poolSize: 2, statementTimeoutMs: 60_000, lockTimeoutMs: 60_000, connectTimeoutMs: 60_000 };
  const database = await openDatabase({ url: bank.facts.ownerUrls['ais-pis'], ...limits });
  const clock = new BankClock('Asia/Jerusalem');
  const heads = new ReceiptHeadsService(database, new SigningKeys(database), clock, { baseUrl: bank.baseUrl } as never);
  await work(new ReceiptLogService(database, clock), heads);
  await database.close();
}
