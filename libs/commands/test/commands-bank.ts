import { randomUUID } from 'node:crypto';
import { AuditService } from '../src/audit/audit.service.js';
import { CommandsService } from '../src/commands.service.js';
import { serviceKey, statement } from '@open-banking/database';
import { aisPis } from '@open-banking/spec';
import { aDatabase } from './a-database.js';

export const row = aisPis.createConsent;

export const audited = statement<{
  operation: string;
  clientId: string;
  path: string;
  psuHeaders: Record<string, string> | null;
  subject: string;
}>('test.audited', 'select operation, client_id as "clientId", path, psu_headers as "psuHeaders", subject from audit order by audit_id');

/** A request of its own to write something. */
export const asked = (over: Partial<{ requestId: string; path: string; rawBody: Buffer; psuHeaders: Record<string, string> }> = {}) => ({
  requestId: randomUUID() as string,
  path: row.path,
  rawBody: Buffer.from('{"a":1}'),
  ...over,
});

/** A database with the tables of writes, for the tests of one file. */
export const commandsBank = (poolSize: number) => {
  const bank = aDatabase(['libs/database/migrations', 'libs/commands/migrations'], {
    poolSize,
    statementTimeoutMs: 2_000,
    lockTimeoutMs: 1_500,
    connectTimeoutMs: 2_000,
  });
  return {
    bank,
    commandsOf: async (answerDays: number) =>
      new CommandsService(bank.database, new AuditService(await serviceKey(bank.database, 'audit')), { answerDays }),
  };
};
