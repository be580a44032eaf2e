// `npx nx g field cards expiryDate --type date`: adds a field that is loaded and shown where it has a value, in the first four files that
// docs/adding.md lists ("Add a field"), and prints what is left to do. Nothing is written if a file is not as expected.
import { withImport } from './insertions.mjs';
import migration from './migration.mjs';

/** By type: the column, the decorator of the load format, the types in TypeScript and in the select, and the schema. */
const types = {
  date: { column: 'date', decorator: 'Day', typescript: 'string', select: (column) => `${column}::text`, schema: ['IsoDate'] },
  text: { column: 'text', decorator: 'Text', typescript: 'string', select: (column) => column, schema: undefined, own: 'String' },
  flag: { column: 'boolean', decorator: 'Flag', typescript: 'boolean', select: (column) => column, schema: undefined, own: 'Boolean' },
  number: {
    column: 'integer',
    decorator: 'WholeNumber',
    typescript: 'number',
    select: (column) => column,
    schema: undefined,
    own: 'Integer',
  },
};

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const lowerFirst = (name) => name.replace(/^./, (letter) => letter.toLowerCase());
const words = (name) => snake(name).replaceAll('_', ' ');

const filesBelow = (tree, folder, ending) =>
  tree.children(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (tree.isFile(path)) return path.endsWith(ending) ? [path] : [];
    return ['node_modules', 'dist'].includes(name) ? [] : filesBelow(tree, path, ending);
  });

/** Inserts a text at the place where a pattern has matched; `$1` is what stands before the place. */
function inserted(text, pattern, addition, what, file) {
  const found = pattern.exec(text);
  if (!found) throw new Error(`${file}: ${what} was not found`);
  const at = found.index + found[0].length;
  return text.slice(0, at) + addition + text.slice(at);
}

/** The line of the load format: the class of that name, or the first one. */
function lineIn(text, name, file) {
  const all = [...text.matchAll(/@LoadLine\(\{ *(?:\n +)?table: '(\w+)'[^]*?\}\)\nclass (\w+)/g)].map(([, table, line]) => ({
    table,
    line,
  }));
  const found = name === undefined ? all[0] : all.find(({ line }) => line === name);
  if (!found) throw new Error(`${file} has no line ${name}: its lines are ${all.map(({ line }) => line).join(', ')}`);
  return found;
}

function changedFormat(text, { line }, { field, type: { decorator, typescript } }, file) {
  const body = new RegExp(`\\nclass ${line} [^{]*\\{\\n(?:  .*\\n|\\n)*?(?=\\})`);
  const written = inserted(text, body, `  @Optional() @${decorator}() readonly ${field}?: ${typescript};\n`, `the class ${line}`, file);
  return withImport(written, '@open-banking/feed/load-field.decorator', 'Optional', decorator);
}

function changedStatements(text, { line }, { field, column, type }, file) {
  const row = new RegExp(`\\nexport interface ${line}Row [^{]*\\{\\n(?: .*\\n)*?(?=\\})`);
  const select = new RegExp(`\\nconst ${lowerFirst(line)} = /\\* sql \\*/ \`\\n {2}(?=(\\w+)\\.)`);
  const [, alias] = select.exec(text) ?? [];
  const withRow = inserted(text, row, `  readonly ${field}: ${type.typescript} | null;\n`, `the interface ${line}Row`, file);
  return inserted(withRow, select, `${type.select(`${alias}.${column}`)} as "${field}", `, `the columns of ${lowerFirst(line)}`, file);
}

function changedMessages(text, { line }, { field, type, description }, file) {
  const sentence = JSON.stringify(
    description ?? `${words(field).replace(/^./, (letter) => letter.toUpperCase())}; absent where the bank has none.`,
  );
  const quoted = sentence.includes("'") ? sentence : `'${sentence.slice(1, -1)}'`;
  const schema = type.schema ? `withDescription(${type.schema[0]}, ${quoted})` : `Type.${type.own}({ description: ${quoted} })`;
  const addition = `    ...discloses('none', {\n      ${field}: Type.Optional(${schema}),\n    }),\n`;
  const links = new RegExp(
    `\\nexport const ${line} = Type\\.Object\\(\\n {2}\\{\\n(?:(?!\\n\\);)[^])*?(?= {4}\\.\\.\\.discloses\\('none', \\{\\n {6}_links)`,
  );
  const written = inserted(text, links, addition, `the links of the schema ${line}`, file);
  return withImport(written, '@open-banking/messages', 'discloses', ...(type.schema ? ['withDescription', type.schema[0]] : []));
}

function leftToDo({ service, field, line, column, table, typeName }, files) {
  const steps = [
    `${files.migration}: say in its first comment what the column is for.`,
    `${files.messages}: the description of ${field}, and its disclosure class where it is not \`none\`.`,
    `apps/${service}: its service, only where the mapping does not pass all columns of ${line}Row on.`,
    `sandbox/src/demo-bank: a value of ${field} where the line of ${line} is written, so that examples and sweeps show it.`,
    `apps/${service}/test: the field in the test kit (a-….ts) that inserts into ${table}, and a test with a value and without.`,
    ...(typeName === 'text'
      ? [
          `docs/personal-data.md: ${column} in the row of ${table}, as text with or without personal data; with: its erasure in apps/${service}/src/erasure.`,
        ]
      : []),
    'CHANGELOG.md: what third parties see.',
    'Then: npm run precommit, npm run types, npm run generate -- examples, npm run generate,',
    `  npm test -- apps/${service} verification/test/load.spec.ts generate/test sandbox/test/sweep.spec.ts sandbox/test/personal-data.spec.ts`,
  ];
  return `Left to do for ${field} of ${line}:\n${steps.map((step) => (step.startsWith(' ') ? step : `  - ${step}`)).join('\n')}`;
}

export default function field(tree, { service, field: name, type: typeName = 'text', line: lineName, description }) {
  const type = types[typeName];
  if (!type) throw new Error(`${typeName} is no type: ${Object.keys(types).join(', ')}`);
  if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new Error(`${name} is no name of a field, such as expiryDate`);
  const read = (file) => {
    if (!tree.exists(file)) throw new Error(`${file} does not exist`);
    return tree.read(file, 'utf8');
  };
  const format = `apps/${service}/src/load-format.ts`;
  const found = lineIn(read(format), lineName, format);
  const given = { field: name, column: snake(name), type, description };
  const holding = (ending, text) => {
    const file = filesBelow(tree, `apps/${service}/src`, ending).find((one) => read(one).includes(text));
    if (!file)
      throw new Error(
        `no file …${ending} in apps/${service} has "${text}": give another line by --line, or add the field by hand (docs/adding.md)`,
      );
    return file;
  };
  const statements = holding('.statements.ts', `export interface ${found.line}Row `);
  const messages = holding('.messages.ts', `export const ${found.line} = Type.Object(`);
  if (read(messages).includes(`\n      ${name}:`)) throw new Error(`${messages} has a field ${name} already`);
  const changes = {
    [format]: changedFormat(read(format), found, given, format),
    [statements]: changedStatements(read(statements), found, given, statements),
    [messages]: changedMessages(read(messages), found, given, messages),
  };
  for (const [file, text] of Object.entries(changes)) tree.write(file, text);
  const made = [];
  migration(
    { ...through(tree), write: (file, text) => made.push([file, text]) },
    { service, name: `${found.table}-${given.column}`.replaceAll('_', '-') },
  );
  const [[file, begun]] = made;
  tree.write(file, `${begun}alter table ${found.table} add column ${given.column} ${type.column};\n`);
  return (print = console.log) =>
    print(leftToDo({ service, field: name, typeName, ...found, column: given.column }, { migration: file, messages }));
}

/** The readers of a tree, whose methods need their object. */
const through = (tree) => ({ children: (folder) => tree.children(folder), exists: (file) => tree.exists(file) });
