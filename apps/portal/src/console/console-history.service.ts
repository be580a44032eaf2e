import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, purgeAll } from '@open-banking/database';
import { isUuid, RecurringWork } from '@open-banking/http';
import type { Operation } from '@open-banking/spec';
import { seal, unseal } from '../sealing/seal.js';
import { SealingKeysService } from '../sealing/sealing-keys.service.js';
import { readableBody } from './coloured-text.js';
import { StoredConsoleCall } from './console-call.entity.js';
import { listConsoleCalls, purgeConsoleCalls, trimConsoleCalls, type HistoryEntry } from '../requests/console-calls.statements.js';
import type { Exchange } from '../gateway-calls/gateway-calls.service.js';

/** The calls of a developer that are kept, and how long, by real time. */
export const maxCalls = 20;
export const callsKeptMs = 86_400_000;
/** Characters of a body that are kept; a page shows no more. */
export const maxKeptCharacters = 60_000;

/** A call of the history. The request's token is not in it. */
export interface RecordedCall extends HistoryEntry {
  readonly exchange: Exchange;
}

const hidden = '…';
const credentialHeaders: readonly string[] = ['authorization', 'cookie', 'set-cookie', 'dpop'];

/** The latest calls of each developer's console. The request log has them a second later, without headers and without longer bodies. */
@Injectable()
export class ConsoleHistoryService {
  constructor(
    private readonly database: Database,
    private readonly keys: SealingKeysService,
  ) {}

  /** Keeps a call and returns its id. */
  async record(developerId: string, { id: operation }: Operation, exchange: Exchange): Promise<string> {
    const callId = randomUUID();
    const content = JSON.stringify(withoutCredentials(exchange));
    const call = {
      developerId,
      callId,
      calledAt: new Date(),
      operation,
      status: exchange.status,
      sealedExchange: seal(this.keys.consoleCalls, content, aboutOf(developerId, callId)),
    };
    await this.database.transaction((tx) => tx.entities((manager) => manager.insert(StoredConsoleCall, call)));
    await this.database.rows(trimConsoleCalls, developerId, maxCalls);
    return callId;
  }

  /** The newest first. */
  list(developerId: string): Promise<HistoryEntry[]> {
    return this.database.rows(listConsoleCalls, developerId, this.keptSince, maxCalls);
  }

  /** Undefined: another developer's, one that is not kept any more, or sealed with a former key. */
  async find(developerId: string, callId: string | undefined): Promise<RecordedCall | undefined> {
    if (!isUuid(callId ?? '')) return undefined;
    const row = await this.database.entities((manager) => manager.findOneBy(StoredConsoleCall, { developerId, callId: callId! }));
    if (!row || row.calledAt <= this.keptSince) return undefined;
    const content = unseal(this.keys.consoleCalls, row.sealedExchange, aboutOf(developerId, row.callId));
    return content === undefined ? undefined : { ...row, exchange: JSON.parse(content) as Exchange };
  }

  private get keptSince(): Date {
    return new Date(Date.now() - callsKeptMs);
  }

  @RecurringWork('purge-console-calls', { everyMs: 60_000 })
  async purge(): Promise<void> {
    await purgeAll(this.database, purgeConsoleCalls, this.keptSince);
  }
}

const aboutOf = (developerId: string, callId: string): string => `${developerId} ${callId.toLowerCase()}`;

/** The exchange without its credentials, wherever the token stands in it, and without the end of a long response. */
export function withoutCredentials(exchange: Exchange): Exchange {
  const { call, headers, text } = exchange;
  const [, token] = /^\S+ (\S+)$/.exec(call.headers['authorization'] ?? '') ?? [];
  const body = shortened(readableBody(text, headers['content-type'] ?? ''));
  const kept = { call: { ...call, headers: withoutNames(call.headers) }, headers: withoutNames(headers), text: body };
  const whole = { ...exchange, ...kept };
  return token === undefined ? whole : (JSON.parse(JSON.stringify(whole).replaceAll(token, hidden)) as Exchange);
}

const withoutNames = (headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !credentialHeaders.includes(name.toLowerCase())));

const shortened = (text: string): string =>
  text.length <= maxKeptCharacters
    ? text
    : `${text.slice(0, maxKeptCharacters)}\n${hidden} ${text.length - maxKeptCharacters} more characters`;
