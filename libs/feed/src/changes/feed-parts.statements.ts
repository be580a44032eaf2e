import { statement } from '@open-banking/database';

/** Drops parts of other steps of a source, and those of this step from a number on: they come again. */
export const dropParts = statement<never, [source: string, position: string, from: number]>(
  'feed.drop-parts',
  /* sql */ `
  delete from feed_part where source = $1 and (position <> $2::numeric or part >= $3)
`,
);

/** How many parts of a step are here. */
export const countParts = statement<{ readonly parts: number }, [source: string, position: string]>(
  'feed.count-parts',
  /* sql */ `
  select count(*)::integer as parts from feed_part where source = $1 and position = $2::numeric
`,
);

export const keepPart = statement<never, [source: string, position: string, part: number, lines: string]>(
  'feed.keep-part',
  /* sql */ `
  insert into feed_part (source, position, part, lines) values ($1, $2::numeric, $3, $4)
`,
);

export const readPart = statement<{ readonly lines: string }, [source: string, position: string, part: number]>(
  'feed.read-part',
  /* sql */ `
  select lines from feed_part where source = $1 and position = $2::numeric and part = $3
`,
);

/** Drops some of all parts that wait, with what they say of customers: their sender sends the steps again from part 1. */
export const dropWaitingParts = statement<{ readonly part: number }, []>(
  'feed.drop-waiting-parts',
  /* sql */ `
  delete from feed_part where (source, position, part) in (select source, position, part from feed_part where source > '' limit 100) returning part
`,
);
