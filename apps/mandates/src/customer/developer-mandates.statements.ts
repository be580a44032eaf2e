import { amountText, statement } from '@open-banking/database';
import type { ReturnReason } from '../collections/collection.js';
import type { CancellationState } from '../mandates/cancellations.statements.js';
import { mandateColumns, type MandateRow } from '../mandates/mandates.statements.js';

/** A mandate of a developer's client. Times in JSON are ISO 8601. */
export interface DeveloperMandateRow extends MandateRow {
  readonly createdAt: Date;
  readonly history: readonly { readonly to: MandateRow['mandateStatus']; readonly at: string; readonly reason: string | null }[];
  /** The newest ones. */
  readonly collections: readonly {
    readonly collectionId: string;
    readonly amount: { readonly currency: string; readonly amount: string };
    readonly state: 'accepted' | 'booked' | 'returned';
    readonly reason: ReturnReason | null;
    readonly presentedAt: string;
    readonly decidedAt: string | null;
    readonly refundedOn: string | null;
  }[];
  readonly cancellation: { readonly state: CancellationState; readonly askedAt: string; readonly closedAt: string | null } | null;
}

const instant = (column: string): string => /* sql */ `to_json(${column}) #>> '{}'`;
const maxCollections = 20;

const columns = /* sql */ `${mandateColumns}, m.created_at as "createdAt",
    coalesce((
      select json_agg(json_build_object('to', h.to_status, 'at', ${instant('h.changed_at')}, 'reason', h.reason) order by h.change_number)
      from mandate_status_change h where h.resource_id = m.resource_id
    ), '[]') as history,
    coalesce((
      select json_agg(json_build_object('collectionId', c.collection_id, 'amount', json_build_object('currency', c.currency, 'amount', ${amountText('c.currency', 'c.amount')}),
        'state', c.state, 'reason', c.reason, 'presentedAt', ${instant('c.created_at')}, 'decidedAt', ${instant('c.decided_at')}, 'refundedOn', c.refunded_on) order by c.created_at desc, c.collection_id)
      from (select * from collection n where n.resource_id = m.resource_id order by n.created_at desc, n.collection_id limit ${maxCollections}) c
    ), '[]') as collections,
    (
      select json_build_object('state', x.state, 'askedAt', ${instant('x.asked_at')}, 'closedAt', ${instant('x.closed_at')})
      from mandate_cancellation x where x.resource_id = m.resource_id order by x.asked_at desc limit 1
    ) as cancellation`;

/** Mandates of these clients, the newest first. Whose the clients are, ais-pis has said. */
export const listDeveloperMandates = statement<
  DeveloperMandateRow,
  [clientIds: readonly string[], status: string | null, before: string | null, max: number]
>(
  'developer-mandates.list',
  /* sql */ `
  select ${columns} from unnest($1::text[]) as own (id) cross join lateral (
    select o.* from mandate o
    where o.client_id = own.id and ($2::text is null or o.mandate_status = $2) and ($3::uuid is null or (o.created_at, o.resource_id) < (
      select b.created_at, b.resource_id from mandate b where b.resource_id = $3 and b.client_id = any($1)
    ))
    order by o.created_at desc, o.resource_id desc limit $4
  ) m
  order by m.created_at desc, m.resource_id desc limit $4
`,
);

/** A mandate of any client: the caller finds out whose it is. */
export const findDeveloperMandate = statement<DeveloperMandateRow, [resourceId: string]>(
  'developer-mandates.one',
  `select ${columns} from mandate m where m.resource_id = $1`,
);
