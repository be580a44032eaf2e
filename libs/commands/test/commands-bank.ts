import { randomUUID } from 'node:crypto';
import { AuditService } from '../src/audit/audit.service.js';
import { CommandsService } from '../src/commands.service.js';
import { serviceKey, statement } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { aisPis } from '@open-banking/spec';
import { aDatabase } from './a-database.js';

export const row = aisPis.createConsent;

export const auditedRows = statement<{
  operation: string;
  clientId: string;
  path: string;
  psuHeaders: Record<string, string> | null;
  subject: string;
}>('test.audited', 'select operation, client_id as "clientId", path, psu_headers as "psuHeaders", subject from audit order by audit_id');

/** A request of its own to write something. */
export const sampleCommand = (
  over: Partial<{ requestId: string; path: string; rawBody: Buffer; psuHeaders: Record<string, string> }> = {},
) => ({
  requestId: randomUUID() as string,
  path: row.path,
  rawBody: Buffer.from('{"a":1}'),
  ...over,
});

/**
 * Repeats a request while the response is that the first one is still in progress, as a client does. A copy waits two seconds, which
 * pass while the machine stands still.
 */
export async function answerOf<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409 || error.hints.retryAfterSeconds === undefined) throw error;
    }
  }
}

/** A database with the tables of writes, for the tests of one file. */
export const commandsBank = (poolSize: number) => {
  const bank = aDatabase(['libs/database/migrations', 'libs/commands/migrations'], poolSize);
  return {
    bank,
    commandsOf: async (answerDays: number) =>
      new CommandsService(bank.database, new AuditService(await serviceKey(bank.database, 'audit')), { answerDays }),
  };
};
