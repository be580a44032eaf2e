import { actionsOf, statementsOf, type Statement } from './sql.js';

/**
 * `contract`: takes away what the last release's code uses. `unclear`: whether that code fits, or traffic is held up, depends on what a
 * parser cannot know.
 */
type Kind = 'contract' | 'unclear';

interface Rule {
  readonly kind: Kind;
  readonly pattern: RegExp;
  readonly fault: string;
}

/** The rules for `alter table`, each action by itself. */
const actionRules: readonly Rule[] = [
  { kind: 'contract', pattern: /^rename\b/, fault: 'renames what the last release still calls by its old name' },
  { kind: 'contract', pattern: /^drop (column )?(?!constraint\b)/, fault: 'drops a column that the last release may read or write' },
  {
    kind: 'contract',
    pattern: /^alter (column )?\S+ set not null/,
    fault: 'SET NOT NULL refuses rows that the last release writes without a value',
  },
  {
    kind: 'contract',
    pattern: /^alter (column )?\S+ drop default/,
    fault: 'without its default the last release cannot leave the column out',
  },
  {
    kind: 'contract',
    pattern: /^alter (column )?\S+ (set data )?type\b/,
    fault: 'changes a type: rewrites the table under a lock, and the last release reads the old type',
  },
  {
    kind: 'contract',
    pattern: /^add (column )?(?!constraint\b|check\b|unique\b|primary\b|foreign\b|exclude\b)(?=.* not null)(?!.*( default | generated ))/,
    fault: 'a NOT NULL column without default refuses rows of the last release',
  },
  {
    kind: 'unclear',
    pattern: /^add (column )?(?!constraint\b).* default (?!now \(|current_)[a-z_.0-9]+ \(/,
    fault: 'a default that calls a function may rewrite the table under a lock',
  },
  {
    kind: 'unclear',
    pattern: /^add (column )?(?!constraint\b).* generated (?!.*identity)/,
    fault: 'a generated column rewrites the table under a lock',
  },
  {
    kind: 'unclear',
    pattern: /^add (constraint \S+ )?(check|foreign|exclude)\b(?!.* not valid)/,
    fault:
      'a constraint that is checked at once scans the table under a lock: add it NOT VALID, and validate it in a migration outside a transaction',
  },
  {
    kind: 'unclear',
    pattern: /^add (constraint \S+ )?(check|foreign|exclude|unique|primary)\b/,
    fault: 'a constraint may refuse rows that the last release writes',
  },
];

/** The rules for any other statement. */
const statementRules: readonly Rule[] = [
  {
    kind: 'contract',
    pattern: /^drop (table|view|materialized|function|procedure|type|sequence|schema|trigger|domain)\b/,
    fault: 'drops what the last release may use',
  },
  {
    kind: 'contract',
    pattern: /^alter (table|view|index|sequence|type|function) (if exists )?(only )?\S+ rename\b/,
    fault: 'renames what the last release still calls by its old name',
  },
  { kind: 'contract', pattern: /^(truncate|revoke)\b/, fault: 'takes away rows or privileges that the last release may use' },
  { kind: 'contract', pattern: /^lock\b/, fault: 'a lock that is held to the end stops the traffic' },
  {
    kind: 'unclear',
    pattern: /^drop index\b(?! concurrently if exists)/,
    fault: 'statements of the last release may need the index, also for ON CONFLICT',
  },
  { kind: 'unclear', pattern: /^create unique index\b/, fault: 'a unique index may refuse rows that the last release writes' },
  {
    kind: 'unclear',
    pattern: /^create (unique )?index (?!concurrently\b)/,
    fault: 'an index that is not created CONCURRENTLY stops writes while it is built',
  },
  {
    kind: 'unclear',
    pattern: /^create (or replace )?(constraint )?trigger\b/,
    fault: 'a trigger may refuse or change what the last release writes',
  },
  { kind: 'unclear', pattern: /^create or replace (function|view|procedure)\b/, fault: 'the last release uses what is replaced' },
  {
    kind: 'unclear',
    pattern: /^(update|delete|merge)\b/,
    fault: 'rows stay locked until the migration ends: change them in small parts, or by a job',
  },
];

/** `-- contract: safe once no process older than 0.2.0 runs`: the first version whose code does without what is taken away. */
const contractLine = /^-- contract: safe once no process older than (\d+\.\d+\.\d+) runs$/m;
/** `-- checked: <reason>`: why the last release fits, and traffic does not wait, although a parser cannot know it. */
const checkedLine = /^-- checked: \S.{15,}$/m;
const outside = /^-- outside a transaction$/m;

/** The table or function a statement is about, where it is an existing one: no code uses yet what the migration itself has created. */
const tableOf = (text: string): string | undefined =>
  /^(?:alter table|create (?:unique )?index .*? on|create .*?trigger .*? on|update|delete from|truncate|revoke .*? on) (?:if exists |only |table |function )*([^ (]+)/.exec(
    text,
  )?.[1];

/** SQL within SQL: bodies of DO, and texts handed to EXECUTE and `for_service_roles`. The body of a function only runs later. */
function nested({ text, literals }: Statement): Statement[] {
  if (!/^(do|select|execute|perform)\b/.test(text)) return [];
  return literals.flatMap((literal) =>
    statementsOf(literal).flatMap((inner) => {
      const at = inner.text.search(/\b(alter|drop|create|revoke|truncate|update|delete|merge|lock|execute) /);
      if (at < 0) return [];
      const found = { ...inner, text: inner.text.slice(at) };
      return [found, ...nested(found)];
    }),
  );
}

const judged = ({ text }: Statement): readonly Rule[] => {
  const [, actions] = /^alter table (?:if exists )?(?:only )?\S+ (.*)$/.exec(text) ?? [];
  if (actions === undefined) return statementRules.filter(({ pattern }) => pattern.test(text));
  return actionsOf(actions).flatMap((action) => actionRules.filter(({ pattern }) => pattern.test(action)));
};

const isAtMost = (version: string, other: string): boolean => version.localeCompare(other, 'en', { numeric: true }) <= 0;

function contractFaults(sql: string, lastRelease: string): string[] | undefined {
  const version = contractLine.exec(sql)?.[1];
  if (version === undefined) return undefined;
  if (isAtMost(version, lastRelease)) return [];
  return [
    `processes older than ${version} run while this release is installed, as the last release is ${lastRelease}: contract one release later`,
  ];
}

/**
 * The faults that keep a migration from running beside the last release's code (docs/upgrades.md). Empty: it may be released. A migration
 * may take something away only when it says so and the last release's code already does without; what cannot be judged needs a reason.
 */
export function migrationFaults(sql: string, lastRelease: string): string[] {
  const statements = statementsOf(sql).flatMap((statement) => [statement, ...nested(statement)]);
  const created = new Set(
    statements.flatMap(
      ({ text }) => /^create (?:(?:unlogged )?table (?:if not exists )?|(?:or replace )?function )([^ (]+)/.exec(text)?.[1] ?? [],
    ),
  );
  const found = statements.flatMap((statement) =>
    created.has(tableOf(statement.text) ?? '') ? [] : judged(statement).map((rule) => ({ ...rule, text: statement.text })),
  );
  const contract = contractFaults(sql, lastRelease);
  const isChecked = checkedLine.test(sql);
  const left = found.filter(({ kind }) => (kind === 'contract' ? contract === undefined : contract === undefined && !isChecked));
  const validates =
    statements.some(({ text }) => / validate constraint /.test(text)) && /\badd constraint\b/i.test(sql) && !outside.test(sql);
  return [
    ...(contract ?? []),
    ...left.map(({ fault, text }) => `${fault}: ${text.slice(0, 120)}`),
    ...(validates ? ['a constraint is validated in the transaction that adds it, under its lock: use "-- outside a transaction"'] : []),
  ];
}
