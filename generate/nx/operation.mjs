// `npx nx g operation cards listCardStatements`: adds an operation that reads one resource of a customer, in the files that docs/adding.md
// lists ("Add an operation"), and prints what is left to do. The new operation works: it returns the id of the resource to its owner, and
// 404 to everybody else. Nothing is written if one of the files is not as expected.
import { withImport, withLineAfter, withMethod, withRow } from './insertions.mjs';
import { modelAmong, namesOf, rowsIn } from './operation-names.mjs';
import { handlerText, methodText, schemaText, statementText, testText } from './operation-texts.mjs';

/** The files below a folder of the tree. */
const filesBelow = (tree, folder) =>
  tree.children(folder).flatMap((name) => {
    const path = `${folder}/${name}`;
    if (tree.isFile(path)) return [path];
    return ['node_modules', 'dist'].includes(name) ? [] : filesBelow(tree, path);
  });

function captured(text, pattern, what, file) {
  const found = pattern.exec(text);
  if (!found) throw new Error(`${file}: ${what} was not found`);
  return found;
}

/** The handler of the model: its files, and what they call the customer. */
function handlerOf(tree, service, product, model) {
  const read = (file) => tree.read(file, 'utf8');
  const controller = filesBelow(tree, `apps/${service}`).find(
    (file) => file.endsWith('.controller.ts') && read(file).includes(`@Serves(${product}.${model.id},`),
  );
  if (!controller) throw new Error(`no controller in apps/${service} serves ${model.id}`);
  const text = read(controller);
  const [, decorator, principal, type] = captured(text, /@(Current\w+)\(\) (\w+): (\w+)/, 'the customer of a request', controller);
  const [, property] = captured(text, /private readonly (\w+): \w+Service\b/, 'the service', controller);
  const beside = (kind) => controller.replace('.controller.ts', `.${kind}.ts`);
  const [, prefix] = captured(read(beside('statements')), /^ {2}'([\w-]+)\.[\w-]+',$/m, 'the name of a statement', beside('statements'));
  captured(read(beside('statements')), /\bisGranted\b/, 'isGranted', beside('statements'));
  captured(read(beside('service')), /private readonly database: Database\b/, 'the database', beside('service'));
  return {
    controller,
    service: beside('service'),
    statements: beside('statements'),
    messages: beside('messages'),
    decorator,
    principal,
    type,
    property,
    prefix,
  };
}

/** The sources of the service, changed: schema, statement, method and handler. */
function changedSources(read, names, found, product) {
  const { type, statement } = names;
  const [messages, statements, service, controller] = [found.messages, found.statements, found.service, found.controller].map(read);
  const module = (file) => `./${file.slice(file.lastIndexOf('/') + 1).replace(/\.ts$/, '.js')}`;
  return {
    [found.messages]: withImport(withImport(messages, '@open-banking/messages', 'discloses'), 'typebox', 'type Static') + schemaText(names),
    [found.statements]: withImport(statements, '@open-banking/database', 'statement') + statementText(names, found),
    [found.service]: withMethod(
      withImport(withImport(service, module(found.messages), `type ${type}`), module(found.statements), statement),
      names.method,
      methodText(names, found),
      found.service,
    ),
    [found.controller]: withMethod(
      withImport(withImport(controller, module(found.messages), type), '@open-banking/spec', 'type ParamsOf'),
      names.method,
      handlerText(names, found, product),
      found.controller,
    ),
  };
}

/** The table and its second witness, changed. */
function changedTable(read, files, names, model, { permission }) {
  const options = model.options
    .replace(/limits: '\w+'/, "limits: 'read'")
    .replace(/permission: '\w+'/, permission ? `permission: '${permission}'` : '$&');
  const facts = read(files.facts);
  const fact = facts.split('\n').find((line) => line.includes(`'GET', `) && line.includes(`'${model.path}',`));
  if (!fact) throw new Error(`${files.facts} does not have ${model.path}`);
  const title = fact.split(`'${model.path}', `)[1];
  return {
    [files.product]: withRow(read(files.product), { id: names.id, call: `get('${names.path}',`, options }, files.product),
    [files.facts]: withLineAfter(
      facts,
      new RegExp(`', ${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`),
      fact.replace(`'${model.path}'`, `'${names.path}'`),
      files.facts,
    ),
  };
}

/** The names in the receipts of customers, in the languages that were given. */
function changedNames(read, names, model, given) {
  return Object.fromEntries(
    Object.entries(languages)
      .filter(([language]) => given[language] !== undefined)
      .map(([language, code]) => {
        const file = `libs/pages/src/locales/receipt-operations.${code}.ts`;
        const quoted = given[language].includes("'") ? JSON.stringify(given[language]) : `'${given[language]}'`;
        return [file, withLineAfter(read(file), new RegExp(`^ {2}${model.id}\\w*: `), `  ${names.id}: ${quoted},`, file)];
      }),
  );
}
const languages = { english: 'en', hebrew: 'he', arabic: 'ar' };

/** The newest list of what is new for third parties, with a line for the operation. */
function changedLog(text, { id, path }) {
  const heading = '### What third parties see\n\n#### New\n\n';
  if (!text.includes(heading)) throw new Error('CHANGELOG.md has no list of what is new for third parties');
  return text.replace(heading, () => `${heading}- \`GET ${path}\` (\`${id}\`) ([operations](docs/operations.md)).\n`);
}

function leftToDo(names, found, files, given, hasTest) {
  const missing = Object.entries(languages).filter(([language]) => given[language] === undefined);
  const steps = [
    `Compare the row in ${files.product} and the line in ${files.facts} with the published interface: limits, permission, version.`,
    `${found.messages}: the fields of ${names.type}, each with its description and disclosure class.`,
    `${found.statements}: the columns of ${names.statement}; the owner stays in its where.`,
    `${found.controller}: the sentence that describes the operation.`,
    ...(hasTest
      ? [`apps/${files.service}/test/${names.file}.spec.ts: what it returns, and each refusal.`]
      : [`apps/${files.service}/test/${names.file}.spec.ts: its test.`]),
    ...missing.map(([, code]) => `libs/pages/src/locales/receipt-operations.${code}.ts: what customers call ${names.id}.`),
    'CHANGELOG.md: what third parties can do with it.',
    'Then: npm run precommit, npm run types, npm run generate -- examples, npm run generate,',
    `  npm test -- apps/${files.service} libs/spec generate/test sandbox/test/sweep.spec.ts sandbox/test/other-customers-resources.spec.ts sandbox/test/permissions.spec.ts`,
  ];
  return `Left to do for GET ${names.path}:\n${steps.map((step) => (step.startsWith(' ') ? step : `  - ${step}`)).join('\n')}`;
}

export default function operation(tree, { service, id, like, path, ...given }) {
  const read = (file) => {
    if (!tree.exists(file)) throw new Error(`${file} does not exist`);
    return tree.read(file, 'utf8');
  };
  const files = { service, product: `libs/spec/src/products/${service}.ts`, facts: 'libs/spec/test/published-facts.ts' };
  const [, product] = captured(read(files.product), /export const (\w+) = product\(/, 'the product', files.product);
  const rows = rowsIn(read(files.product));
  if (rows.some((row) => row.id === id)) throw new Error(`${files.product} has an operation ${id} already`);
  const model = modelAmong(rows, like, files.product);
  const names = namesOf(id, model, path);
  const found = handlerOf(tree, service, product, model);
  const kit = `a${names.noun.replace(/(?:^| )(\w)/g, (_, letter) => letter.toUpperCase())}`;
  const hasTest = tree.exists(`apps/${service}/test/a-${names.noun.replaceAll(' ', '-')}.ts`);
  const changes = {
    ...changedTable(read, files, names, model, given),
    ...changedSources(read, names, found, product),
    ...changedNames(read, names, model, given),
    'CHANGELOG.md': changedLog(read('CHANGELOG.md'), names),
    ...(hasTest && { [`apps/${service}/test/${names.file}.spec.ts`]: testText(names, service, kit) }),
  };
  for (const [file, text] of Object.entries(changes)) tree.write(file, text);
  return (print = console.log) => print(leftToDo(names, found, files, given, hasTest));
}
