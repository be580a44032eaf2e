import { DatabaseClient, serversOf, withoutTimeLimits } from '@open-banking/database';
import { result, type CheckResult } from '@open-banking/feed';

interface Said {
  readonly id: string;
  readonly booked: string | null;
  readonly refunded: string | null;
  readonly open: boolean;
  readonly asked: boolean;
}

const mandates = /* sql */ `
  select c.collection_id::text as id, case when c.state = 'booked' then concat_ws(' ', trim_scale(c.amount), c.currency, m.debtor_account_id, c.booked_on) end as booked,
         c.refunded_on::text as refunded, c.state = 'accepted' as open, c.refund_asked_at is not null as asked
  from collection c join mandate m using (resource_id)`;
const books = /* sql */ `
  select c.collection_id::text as id, case when c.posting_id is not null then concat_ws(' ', trim_scale(c.amount), c.currency, c.account_id, c.booked_on) end as booked,
         coalesce(c.refunded_on, r.answered_on)::text as refunded
  from collection c left join booking_instruction r on r.subject = c.collection_id and r.kind = 'refund'
  union all
  select c.subject::text, case when c.state = 'ACCEPTED' then concat_ws(' ', trim_scale(c.amount), c.currency, c.account_id, c.answered_on) end, r.answered_on::text
  from booking_instruction c left join booking_instruction r on r.subject = c.subject and r.kind = 'refund'
  where c.kind = 'collection'`;

/**
 * Both ways: what the mandates service calls booked or given back is so in the books, and what is in the books it knows,
 * or is about to be told. It is asked before and after the books are, so that a bank at work is not taken for one in disorder.
 */
export async function collectionChecks(mandatesUrl: string, booksUrl: string): Promise<CheckResult[]> {
  const before = await runQuery<Said>(mandatesUrl, mandates);
  const there = new Map((await runQuery<Pick<Said, 'id' | 'booked' | 'refunded'>>(booksUrl, books)).map((one) => [one.id, one]));
  const after = new Map((await runQuery<Said>(mandatesUrl, mandates)).map((one) => [one.id, one]));
  const broken = new Set([
    ...before
      .filter(
        ({ id, booked, refunded }) =>
          (booked !== null && there.get(id)?.booked !== booked) || (refunded !== null && there.get(id)?.refunded !== refunded),
      )
      .map(({ id }) => id),
    ...[...there.values()].filter((one) => one.booked !== null && !knows(after.get(one.id), one)).map(({ id }) => id),
  ]);
  return [
    result(
      'mandates and books know the same collections',
      'mandates, ais-pis',
      before.length,
      broken.size,
      broken.size > 0 ? `collection ${[...broken].sort()[0]}` : undefined,
    ),
  ];
}

const knows = (known: Said | undefined, { booked, refunded }: Pick<Said, 'booked' | 'refunded'>): boolean =>
  known !== undefined && (known.open || known.booked === booked) && (refunded === null || known.asked);

async function runQuery<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new DatabaseClient({ ...serversOf(url), ...withoutTimeLimits, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}
