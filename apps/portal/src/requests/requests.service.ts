import { Injectable } from '@nestjs/common';
import type { RecordedRequests } from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { RecurringWork } from '@open-banking/http';
import { knownPath, Refusal } from '@open-banking/messages';
import { shownDays, utcDay } from './client-usage.js';
import { documentedNames } from './documented-names.js';
import { requestDays, type RequestDay } from './request-days.js';
import {
  countsByDay,
  findOverfull,
  findRequests,
  listLoggedClients,
  listRequests,
  listRequestsOfObject,
  purgeCounts,
  purgeRequests,
  storeRequests,
  timesByDay,
  trimRequests,
  type RecordedRequestRow,
} from './requests.statements.js';

const dayMs = 86_400_000;
/** How long requests are kept. */
export const keptMs = 7 * dayMs;
/** How many of a client's newest requests the response times are computed from. */
const maxMeasured = 20_000;
const maxRequestsPerClient = 200_000;
/** Rows of one step of a deletion: some 20 ms. */
const maxDeleted = 5_000;

export interface RequestFilter {
  readonly clientId?: string | undefined;
  readonly operation?: string | undefined;
  readonly minStatus: number;
  readonly maxStatus: number;
  readonly from: Date;
  readonly until: Date;
  /** A consent, payment or mandate. */
  readonly objectId?: string | undefined;
  readonly before?: { readonly at: Date; readonly entryId: string } | undefined;
}

const biggest = '9223372036854775807';

/** The requests of developers' clients in the last seven days, with their outcome. */
@Injectable()
export class RequestsService {
  constructor(private readonly database: Database) {}

  async record({ faults, limits, consentId, ...requests }: RecordedRequests): Promise<void> {
    const { at, clientId, requestId, operation, status, ms } = requests;
    const columns = [at, requestId, operation, status, ms, limits, consentId, faults];
    if (columns.some(({ length }) => length !== clientId.length))
      throw new Refusal([{ code: 'FORMAT_ERROR', path: '/requests', text: 'All columns must have the same number of entries.' }]);
    await this.database.rows(
      storeRequests,
      clientId,
      at,
      requestId,
      operation,
      status,
      ms,
      limits.map(limitsLeft),
      consentId.map((id) => id || null),
      faults.map((of, index) => faultsText(operation[index]!, of)),
    );
  }

  list(developerId: string, filter: RequestFilter, max: number): Promise<RecordedRequestRow[]> {
    const { clientId = null, operation = null, minStatus, maxStatus, from, until, before, objectId } = filter;
    const [beforeAt, beforeEntry] = before ? [before.at, before.entryId] : [until, biggest];
    const narrowing = [developerId, clientId, operation, minStatus, maxStatus, from, until, beforeAt, beforeEntry, max] as const;
    return objectId === undefined
      ? this.database.rows(listRequests, ...narrowing)
      : this.database.rows(listRequestsOfObject, ...narrowing, objectId);
  }

  /** Every answer to this X-Request-ID of the developer's clients; none where it is another developer's. */
  find(developerId: string, requestId: string): Promise<RecordedRequestRow[]> {
    return this.database.rows(findRequests, developerId, requestId);
  }

  /** Errors and response times of the last seven days, of one client or of all. */
  async days(developerId: string, clientId: string | undefined): Promise<RequestDay[]> {
    const now = Date.now();
    const since = utcDay(now - (shownDays - 1) * dayMs);
    const [counts, times] = await Promise.all([
      this.database.rows(countsByDay, developerId, clientId ?? null, since),
      this.database.rows(timesByDay, developerId, clientId ?? null, new Date(since), maxMeasured),
    ]);
    return requestDays(counts, times, now);
  }

  async clients(developerId: string): Promise<string[]> {
    return (await this.database.rows(listLoggedClients, developerId)).map(({ clientId }) => clientId);
  }

  /** In steps, so that none holds locks or the connection for long. */
  @RecurringWork('purge-requests', { everyMs: 60_000 })
  async purge(): Promise<void> {
    const before = new Date(Date.now() - keptMs);
    while ((await this.database.rows(purgeRequests, before, maxDeleted)).length === maxDeleted);
    await this.database.rows(purgeCounts, before.toISOString().slice(0, 10));
  }

  /** No client takes more room than this, whatever it sends. */
  @RecurringWork('trim-requests', { everyMs: 600_000 })
  async trim(): Promise<void> {
    let after: string | undefined = '';
    while (after !== undefined) {
      const clients: { clientId: string; upTo: Date | null }[] = await this.database.rows(findOverfull, after, maxRequestsPerClient);
      for (const { clientId, upTo } of clients)
        while (upTo && (await this.database.rows(trimRequests, clientId, upTo, maxDeleted)).length === maxDeleted);
      after = clients.at(-1)?.clientId;
    }
  }
}

/** `"second";r=24;t=1, "day";r=9;t=60` as `second 24, day 9`. */
function limitsLeft(header: string): string | null {
  const left = [...header.matchAll(/"(second|minute|hour|day)";r=(\d+)/g)].map(([, window, rest]) => `${window} ${rest}`);
  return left.length > 0 ? left.join(', ') : null;
}

function faultsText(operation: string, faults: readonly (readonly string[])[]): string | null {
  if (faults.length === 0) return null;
  const isKnown = (name: string): boolean => documentedNames(operation).has(name);
  return JSON.stringify(faults.map(([code, path]) => (path === undefined ? [code] : [code, knownPath(path, isKnown)])));
}
