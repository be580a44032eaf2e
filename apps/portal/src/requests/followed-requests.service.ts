import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { maxFollowed, nextCursor, placeOf } from '../following/follow-cursor.js';
import type { FollowQuery } from '../following/following.messages.js';
import type { RecordedRequests } from './requests.messages.js';
import { keptMs, RequestsService } from './requests.service.js';
import { requestsAfter, type RecordedRequestRow } from './requests.statements.js';

const dayMs = 86_400_000;

/** The request log for programs: the command line follows it. */
@Injectable()
export class FollowedRequestsService {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestsService,
  ) {}

  async follow(developerId: string, query: FollowQuery): Promise<RecordedRequests> {
    const now = Date.now();
    const rows = await this.rows(developerId, query, now);
    return { requests: rows.map(shown), cursor: nextCursor(rows, query.after, now) };
  }

  /** The oldest first. */
  private async rows(developerId: string, { after, clientId }: FollowQuery, now: number): Promise<RecordedRequestRow[]> {
    const from = new Date(now - keptMs);
    if (after === undefined) {
      const filter = { clientId, minStatus: 100, maxStatus: 599, from, until: new Date(now + dayMs) };
      return (await this.requests.list(developerId, filter, maxFollowed)).toReversed();
    }
    const place = placeOf(after);
    return this.database.rows(requestsAfter, developerId, clientId ?? null, from, place.at, place.entryId, maxFollowed);
  }
}

function shown(row: RecordedRequestRow): RecordedRequests['requests'][number] {
  const { entryId, clientId, at, requestId, operation, status, ms, limits, consentId, objectId, method, path: sentPath } = row;
  return {
    entryId,
    clientId,
    at: at.toISOString(),
    requestId,
    operation,
    status,
    ms,
    ...(method !== null && { method }),
    ...(sentPath !== null && { path: sentPath }),
    ...(limits !== null && { limits }),
    ...(consentId !== null && { consentId }),
    ...(objectId !== null && { objectId }),
    faults: faultsOf(row),
  };
}

const faultsOf = ({ faults, texts }: RecordedRequestRow): RecordedRequests['requests'][number]['faults'] =>
  (faults ?? []).map(([code, path], at) => ({
    code,
    ...(path !== undefined && { path }),
    ...(texts?.[at] !== undefined && { text: texts[at] }),
  }));
