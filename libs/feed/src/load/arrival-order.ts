/**
 * How the booked rows of a table keep the order in which they arrive. Clients read on from the last booking date that they have
 * (docs/reading.md). A row that arrives with a place before the last one of its resource is therefore booked after that one, on its day.
 * It keeps its id; the day and reference that were sent stay in a table of their own (docs/decisions/0114).
 */
export interface ArrivalOrder {
  /** The table of the resource, whose row is locked while rows of it are placed. */
  readonly parent: string;
  /** The table that keeps what was sent: `sent_on`, `sent_reference`, `booked_on`, `booked_reference`, and the id of the resource. */
  readonly late: string;
  /** Rows without a `transaction_id` are known by their reference, which then becomes their `transaction_id`. */
  readonly namedByReference?: true;
  /** The sum that each row shows of those before it. A row is then late within its day, too. */
  readonly running?: RunningSum;
}

/** Columns of a sum over the rows of a resource in their order, or over those with one value of `of`. */
export interface RunningSum {
  readonly amount: string;
  readonly after: string;
  readonly before?: string;
  readonly of?: string;
}

/** The last booked row of a resource. References rise within a day. */
export interface LastPlace {
  readonly resource: string;
  readonly day: string;
  readonly reference: string;
}

/** The place at which a row is booked whose key was sent late, now or earlier. */
export interface Placement {
  readonly line: number;
  readonly day: string;
  readonly reference: string;
}

/** The SQL of a table whose rows keep the order in which they arrive. */
export interface ArrivalQueries {
  /** The column of the resource. */
  readonly resource: string;
  readonly namedByReference: boolean;
  /** Locks the resources `$1`, in the order of their ids, so that writers of one resource take turns. */
  readonly lock: string;
  /**
   * The last places of the resources `$1` up to the day `$2`. After `lock`, in a statement of its own: it must see what was committed
   * meanwhile.
   */
  readonly last: string;
  /**
   * Common table expressions that end with `placed` (`line`, `booked_on`, `booked_reference`, `is_new`: late now, not earlier): of the rows
   * of `sent` (line, resource, day, reference) and the last places in JSON.
   */
  readonly placed: (sent: string, places: string) => string;
  /** Gives lines that have a late row's key the place where it is booked: `stage` has `row` and the columns of the table. */
  readonly rename: (stage: string) => string;
  /** Computes the running sums of all rows after the last places in JSON `$1`. Undefined where the table has none. */
  readonly resum?: string;
}

const placesIn = (parameter: string): string =>
  `(select * from jsonb_to_recordset(${parameter}::jsonb) as p(resource uuid, day date, reference text))`;

/** The part of a line's description that is needed. */
interface ArrivalTable {
  readonly table: string;
  readonly resource: { readonly column: string } | undefined;
  readonly arrivals: ArrivalOrder | undefined;
}

/** Undefined where the rows of a line have no order of arrival. */
export function arrivalQueries({ table, resource, arrivals }: ArrivalTable): ArrivalQueries | undefined {
  if (!arrivals || !resource) return undefined;
  const [id, { parent, late, running }] = [resource.column, arrivals];
  const isLate = running ? '(s.day, s.reference) < (p.day, p.reference)' : 's.day < p.day';
  return {
    resource: id,
    namedByReference: arrivals.namedByReference === true,
    lock: /* sql */ `select from "${parent}" where "${id}" = any($1::uuid[]) order by "${id}" for no key update`,
    last: /* sql */ `
      select r.id as resource, t.booking_date::text as day, t.entry_reference as reference
      from unnest($1::uuid[]) as r(id)
      cross join lateral (
        select t.booking_date, t.entry_reference from "${table}" t where t."${id}" = r.id and t.booking_date <= $2::date
        order by t.booking_date desc, t.entry_reference desc limit 1
      ) t`,
    placed: (sent, places) => /* sql */ `sent as (${sent}), place as ${placesIn(places)}, known as (
        select s.line, l.booked_on, l.booked_reference
        from sent s join "${late}" l on l."${id}" = s.resource and l.sent_on = s.day and l.sent_reference = s.reference
      ), late as (
        select s.resource, s.day, s.reference, p.day as booked_on, min(s.line) as line
        from sent s join place p on p.resource = s.resource
        where ${isLate} and not exists (select from known k where k.line = s.line)
          and not exists (select from "${table}" t where t."${id}" = s.resource and t.booking_date = s.day and t.entry_reference = s.reference)
        group by 1, 2, 3, 4
      ), numbered as (
        insert into "${late}" as l ("${id}", sent_on, sent_reference, booked_on, booked_reference)
        select resource, day, reference, booked_on, nextval('late_reference')::text from (select * from late order by line) in_order
        returning l."${id}" as resource, l.sent_on, l.sent_reference, l.booked_on, l.booked_reference
      ), placed as (
        select known.*, false as is_new from known
        union all
        select s.line, n.booked_on, n.booked_reference, true
        from numbered n join sent s on s.resource = n.resource and s.day = n.sent_on and s.reference = n.sent_reference
      )`,
    rename: (stage) => /* sql */ `
      update "${stage}" s set booking_date = l.booked_on, entry_reference = l.booked_reference${arrivals.namedByReference ? ', transaction_id = coalesce(s.transaction_id, s.entry_reference)' : ''}
      from "${late}" l where l."${id}" = s."${id}" and l.sent_on = s.booking_date and l.sent_reference = s.entry_reference`,
    ...(running && { resum: resum(table, id, running) }),
  };
}

const resum = (table: string, id: string, { amount, after, before, of }: RunningSum): string => /* sql */ `
  update "${table}" t set "${after}" = c.sum ${before === undefined ? '' : `, "${before}" = c.sum - t."${amount}"`}
  from (
    select t."${id}", t.booking_date, t.entry_reference,
      coalesce((
        select b."${after}" from "${table}" b
        where b."${id}" = p.resource and (b.booking_date, b.entry_reference) <= (p.day, p.reference) ${of === undefined ? '' : `and b."${of}" = t."${of}"`}
        order by b.booking_date desc, b.entry_reference desc limit 1
      ), 0) + sum(t."${amount}") over (partition by t."${id}"${of === undefined ? '' : `, t."${of}"`} order by t.booking_date, t.entry_reference) as sum
    from ${placesIn('$1')} p
    join "${table}" t on t."${id}" = p.resource and (t.booking_date, t.entry_reference) > (p.day, p.reference)
  ) c
  where t."${id}" = c."${id}" and t.booking_date = c.booking_date and t.entry_reference = c.entry_reference
    and t."${after}" is distinct from c.sum`;

/**
 * SQL: the day that the source sent of a row of `table`, by whose name or alias its columns are called. Late rows alone have a reference
 * that begins with 1.
 */
export const sentOn = (table: string, late: string, id: string): string =>
  `case when ${table}.entry_reference < '1' then ${table}.booking_date else coalesce((
    select l.sent_on from ${late} l where l.${id} = ${table}.${id} and l.booked_on = ${table}.booking_date and l.booked_reference = ${table}.entry_reference
  ), ${table}.booking_date) end`;
