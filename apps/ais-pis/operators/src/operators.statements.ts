import type { NamedOperator } from '@open-banking/access';
import type { OperatorRow } from '@open-banking/contracts';
import { statement } from '@open-banking/database';

/** No row: no operator has this name, it was removed, or it is the installation's own operator, whose key is in a file. */
export const findOperator = statement<NamedOperator, [name: string]>(
  'operators.one',
  /* sql */ `
  select name, roles, public_key as "publicKey" from operator where name = $1 and removed_at is null and public_key is not null
`,
);

export const listOperators = statement<OperatorRow>(
  'operators.list',
  /* sql */ `
  select name, roles, added_by as "addedBy", to_json(added_at) #>> '{}' as "addedAt", removed_by as "removedBy", to_json(removed_at) #>> '{}' as "removedAt"
  from operator
  order by name
`,
);

/** No row: the name was used before. */
export const addOperator = statement<
  { name: string },
  [name: string, roles: readonly string[], publicKey: string, addedBy: string, now: Date]
>(
  'operators.add',
  /* sql */ `
  insert into operator (name, roles, names_connect, public_key, added_by, added_at) values ($1, $2, true, $3, $4, $5) on conflict (name) do nothing returning name
`,
);

/** When and by whom an operator of this name was removed. No row: none was. */
export const findRemoved = statement<{ removedOn: string; removedBy: string }, [name: string]>(
  'operators.removed',
  /* sql */ `
  select to_char(removed_at at time zone 'UTC', 'YYYY-MM-DD') as "removedOn", removed_by as "removedBy"
  from operator where name = $1 and removed_at is not null
`,
);

/** No row: no current operator has this name. */
export const removeOperator = statement<{ name: string }, [name: string, removedBy: string, now: Date]>(
  'operators.remove',
  /* sql */ `
  update operator set removed_by = $2, removed_at = $3 where name = $1 and removed_at is null and public_key is not null returning name
`,
);
