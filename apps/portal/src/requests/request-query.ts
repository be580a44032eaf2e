import { isUuid } from '@open-banking/http';
import type { Visit } from '../visit/portal-router.js';
import type { RequestFilter } from './requests.service.js';

/** The choices of statuses. */
export const statusClasses = {
  any: { says: 'All', min: 100, max: 599 },
  answered: { says: 'Answered (below 400)', min: 100, max: 399 },
  refused: { says: 'Refused (4xx)', min: 400, max: 499 },
  limited: { says: 'Limited (429)', min: 429, max: 429 },
  failed: { says: 'Failed (5xx)', min: 500, max: 599 },
} as const;
type StatusClass = keyof typeof statusClasses;

const dayMs = 86_400_000;

/** Which requests a page shows. */
export interface RequestQuery {
  readonly filter: RequestFilter;
  readonly requestId: string;
  /** The text that was sent for the object. The filter uses it only if it is a UUID. */
  readonly objectText: string;
  readonly status: StatusClass;
  /** The times in the format of the form's fields. */
  readonly fromText: string;
  readonly untilText: string;
  readonly isNarrowed: boolean;
  /** The page with what came before a request. */
  pathBefore(path: string, at: Date, entryId: string): string;
}

/** Reads the query. What cannot be read is as if it was left out: a form with lists and dates sends nothing else. */
export function readRequestQuery(query: Visit['query']): RequestQuery {
  const status = statusIn(query['status']);
  const { min, max } = statusClasses[status];
  const from = timeIn(query['from']);
  const until = timeIn(query['until']);
  const objectText = textIn(query['object']) ?? '';
  const filter = {
    clientId: textIn(query['client']),
    operation: textIn(query['operation']),
    minStatus: min,
    maxStatus: max,
    from: from ?? new Date(Date.now() - 8 * dayMs),
    until: until ?? new Date(Date.now() + dayMs),
    objectId: isUuid(objectText) ? objectText.toLowerCase() : undefined,
    before: placeIn(query['before']),
  };
  return {
    requestId: textIn(query['request']) ?? '',
    objectText,
    status,
    fromText: fieldText(from),
    untilText: fieldText(until),
    isNarrowed:
      status !== 'any' || [filter.clientId, filter.operation, filter.objectId, from, until].some((chosen) => chosen !== undefined),
    filter,
    pathBefore: (path, at, entryId) => {
      const kept = narrowing.flatMap((name) => (query[name] ? [[name, query[name]]] : []));
      return `${path}?${new URLSearchParams([...kept, ['before', `${at.getTime()}-${entryId}`]]).toString()}`;
    },
  };
}

const narrowing = ['client', 'operation', 'object', 'status', 'from', 'until'];

const statusIn = (text = ''): StatusClass => (Object.hasOwn(statusClasses, text) ? (text as StatusClass) : 'any');

const textIn = (text: string | undefined): string | undefined => text?.trim().replaceAll('\0', '').slice(0, 200) || undefined;

const fieldText = (time: Date | undefined): string => time?.toISOString().slice(0, 16) ?? '';

function timeIn(text: string | undefined): Date | undefined {
  if (!/^20\d\d-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text ?? '')) return undefined;
  const time = new Date(`${text}Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function placeIn(text: string | undefined): RequestFilter['before'] {
  const [, at, entryId] = /^(\d{1,13})-(\d{1,18})$/.exec(text ?? '') ?? [];
  return at === undefined ? undefined : { at: new Date(Number(at)), entryId: entryId! };
}
