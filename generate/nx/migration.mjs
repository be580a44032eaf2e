// `npx nx g migration cards card-expiry`: writes the next migration of a service (docs/adding.md, "A change") and prints what is left to
// do.

/** The lines that begin a migration. A comment alone is a migration that changes nothing. */
const beginningOf = (name, outsideTransaction) =>
  [
    ...(outsideTransaction ? ['-- outside a transaction'] : []),
    `-- ${name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())}.`,
    '',
  ].join('\n');

const leftToDo = (file, outsideTransaction) =>
  [
    `Left to do in ${file}:`,
    '  - say in its first comment why the tables change, and write the statements below it;',
    "  - let the previous release's code run on the new schema: new columns are nullable or have a default, and nothing is dropped or renamed;",
    ...(outsideTransaction
      ? [
          '  - make it safe to run twice (drop index concurrently if exists first), with a semicolon at the end of the line of each statement;',
        ]
      : []),
    "  - change the service's privileges only by select pg_temp.for_service_roles('…');",
    'Then: the load format, the statements and README.md of the service where they name the tables, and',
    '  npm test -- generate/test/migrations.spec.ts',
  ].join('\n');

/** @param {{ children(path: string): string[], exists(path: string): boolean, write(path: string, text: string): void }} tree */
export default function migration(tree, { service, name, outsideTransaction = false }) {
  const folder = `apps/${service}/migrations`;
  if (!tree.exists(`${folder}/series.json`)) throw new Error(`${folder}/series.json does not exist: ${service} is no service with tables`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new Error(`${name} is no name of a migration: lower case, words joined by hyphens`);
  const numbers = tree.children(folder).flatMap((one) => /^(\d{4})-/.exec(one)?.[1] ?? []);
  const number = String(Math.max(0, ...numbers.map(Number)) + 1).padStart(4, '0');
  const file = `${folder}/${number}-${name}/up.sql`;
  tree.write(file, beginningOf(name, outsideTransaction));
  return (print = console.log) => print(leftToDo(file, outsideTransaction));
}
