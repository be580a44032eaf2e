import { Injectable } from '@nestjs/common';
import type { RecordedBody, RequestDetail } from '@open-banking/contracts';
import { Database, purgeAll } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { deleteConsoleCalls, purgeConsoleCalls } from './console-calls.statements.js';
import type { Developer } from '../visit/developer-sessions.service.js';
import {
  deleteExchangesOfCustomers,
  findExchange,
  findOverfullExchanges,
  noteAllForgotten,
  purgeDetails,
  purgeExchanges,
  purgeForgotten,
  storeDetails,
  storeExchanges,
  trimExchanges,
  type ExchangeHead,
  type RecordedExchangeRow,
} from './recorded-bodies.statements.js';
import { keptMs } from './requests.service.js';

/** How long bodies are kept, by real time. */
export const bodiesKeptMs = 86_400_000;
/** The newest requests of a client whose bodies are kept. */
export const maxBodiesPerClient = 200;
/** How long a deletion is remembered, so that older exchanges that arrive late are not stored. Services send sooner than that. */
const forgottenMs = 600_000;

/** A request as it was sent and answered, without credentials: JSON bodies of at most `maxBodyBytes`, and the size of longer ones. */
export interface RecordedExchange extends ExchangeHead {
  readonly request?: RecordedBody;
  readonly response?: RecordedBody;
}

/** Bodies of requests and responses of a sandbox, for a day. Outside a sandbox there are none. */
@Injectable()
export class RecordedBodiesService {
  constructor(private readonly database: Database) {}

  /** A request of one of the developer's clients by its number in the log. Undefined: there is none, or its bodies are not kept. */
  async find({ developerId }: Pick<Developer, 'developerId'>, entryId: string): Promise<RecordedExchange | undefined> {
    if (!/^\d{1,18}$/.test(entryId)) return undefined;
    const row = await this.database.row(findExchange, developerId, entryId, new Date(Date.now() - bodiesKeptMs));
    return row && exchangeOf(row);
  }

  async record(details: readonly RequestDetail[]): Promise<void> {
    await this.database.rows(
      storeDetails,
      details.map(({ clientId }) => clientId),
      details.map(({ at }) => at),
      details.map(({ requestId }) => requestId),
      details.map(({ objectId }) => objectId ?? null),
      details.map(({ texts }) => listText(texts)),
    );
    const exchanges = details.flatMap(({ exchange, ...detail }) => (exchange ? [{ ...detail, exchange }] : []));
    if (exchanges.length === 0) return;
    await this.database.rows(
      storeExchanges,
      exchanges.map(({ clientId }) => clientId),
      exchanges.map(({ at }) => at),
      exchanges.map(({ requestId }) => requestId),
      exchanges.map(({ exchange }) => exchange.psuId ?? null),
      exchanges.map(({ exchange }) => exchange.method),
      exchanges.map(({ exchange }) => exchange.path),
      exchanges.map(({ exchange }) => listText(exchange.texts)),
      exchanges.map(({ exchange }) => textOf(exchange.request)),
      exchanges.map(({ exchange }) => bytesOf(exchange.request)),
      exchanges.map(({ exchange }) => textOf(exchange.response)),
      exchanges.map(({ exchange }) => bytesOf(exchange.response)),
    );
  }

  /**
   * Deletes the exchanges of a developer's customer who is removed or reset. Those sent with a client token are deleted too: the token
   * names no customer, so their bodies may be about this one.
   */
  async forgetCustomers(developerId: string, psuIds: readonly string[]): Promise<void> {
    await this.database.rows(deleteExchangesOfCustomers, psuIds, developerId);
    // Calls of the developer's console may be about this customer, too.
    await this.database.rows(deleteConsoleCalls, developerId);
  }

  /** Deletes all exchanges when a customer is erased: bodies of others' requests may name that customer as a payee or a joint owner. */
  async forgetAll(): Promise<number> {
    const now = new Date();
    await this.database.rows(noteAllForgotten, now);
    await purgeAll(this.database, purgeConsoleCalls, new Date(now.getTime() + 1));
    return purgeAll(this.database, purgeExchanges, new Date(now.getTime() + 1));
  }

  @RecurringWork('purge-request-bodies', { everyMs: 60_000 })
  async purge(): Promise<void> {
    const now = Date.now();
    await purgeAll(this.database, purgeExchanges, new Date(now - bodiesKeptMs));
    await this.trim();
    await purgeAll(this.database, purgeDetails, new Date(now - keptMs));
    await purgeAll(this.database, purgeForgotten, new Date(now - forgottenMs));
  }

  private async trim(): Promise<void> {
    let after: string | undefined = '';
    while (after !== undefined) {
      const clients: { clientId: string; upTo: Date | null }[] = await this.database.rows(findOverfullExchanges, after, maxBodiesPerClient);
      for (const { clientId, upTo } of clients) if (upTo) await this.database.rows(trimExchanges, clientId, upTo);
      after = clients.at(-1)?.clientId;
    }
  }
}

const listText = (texts: readonly string[]): string | null => (texts.length === 0 ? null : JSON.stringify(texts));
const textOf = (body: RecordedBody | undefined): string | null => (body && 'text' in body ? body.text : null);
const bytesOf = (body: RecordedBody | undefined): number | null => (body && 'bytes' in body ? body.bytes : null);

function bodyOf(text: string | null, bytes: number | null): RecordedBody | undefined {
  if (text !== null) return { text };
  return bytes === null ? undefined : { bytes };
}

function exchangeOf({ requestBody, requestBytes, responseBody, responseBytes, ...row }: RecordedExchangeRow): RecordedExchange {
  const [request, response] = [bodyOf(requestBody, requestBytes), bodyOf(responseBody, responseBytes)];
  return { ...row, ...(request && { request }), ...(response && { response }) };
}
