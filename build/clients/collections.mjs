// The programs that run the Postman collection and the `.http` files that the bank serves, and that import its OpenAPI document.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { products } from '@open-banking/spec';
import { operationsOf } from './results.mjs';
import { missingRuntime } from './runtimes.mjs';

const versions = { newman: '6.2.2', httpyac: '6.16.7', 'openapi-to-postmanv2': '6.3.3' };
const [collectionFile, environmentFile] = ['collection.json', 'environment.json'];
/** The consent is deleted in the file of accounts: it comes last. */
const lastFile = 'ais-pis';
const readJson = (folder, name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** The folder in which all these programs are installed, with the collection and its environment. */
async function installed({ workshop, bank }) {
  const folder = workshop.folderOf('collections');
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  await workshop.run(["echo '{}' > package.json", `npm install -s -E ${packages.join(' ')}`], { cwd: folder });
  for (const [name, path] of [
    [collectionFile, 'postman/open-banking.postman_collection.json'],
    [environmentFile, 'postman/open-banking.postman_environment.json'],
  ])
    writeFileSync(join(folder, name), await bank.text(`/${path}`));
  return folder;
}

/** One request that a program has sent: the operation, the status of its answer, its address and its `X-Request-ID`. */
const newmanRequest = ({ item, request, response }) => ({
  name: item.name,
  status: response?.code,
  origin: `${request.url.protocol}://${request.url.host.join('.')}:${request.url.port ?? ''}`,
  requestId: request.header.find(({ key }) => key.toLowerCase() === 'x-request-id')?.value,
});
const httpyacRequest = ({ name, response }) => ({
  name,
  status: response?.statusCode,
  origin: new URL(response?.request.url ?? 'http://unsent').origin,
  requestId: Object.entries(response?.request.headers ?? {}).find(([key]) => key.toLowerCase() === 'x-request-id')?.[1],
});

/** Runs a collection; resolves to its requests. newman ends with 1 where one is refused, and its report says which. */
async function newman({ workshop, folder }, collection, args) {
  await workshop.run([`npx newman run ${collection} ${args.join(' ')} -r json --reporter-json-export report.json || test -s report.json`], {
    cwd: folder,
  });
  return readJson(folder, 'report.json').run.executions.map(newmanRequest);
}

const folders = (items) => items.map(({ name }) => `--folder '${name}'`);

/** Sends the requests of the folder OAuth in their order; the customer approves where the collection says so. Then come the products. */
async function wholeCollection(context, collection) {
  const [oauth, ...rest] = readJson(context.folder, collection).item;
  const step = oauth.item.findIndex(({ name }) => name === 'customerToken');
  const keep = `-e ${environmentFile} --export-environment ${environmentFile}`;
  const before = folders(oauth.item.slice(0, step));
  const asked = await newman(context, collection, [keep, ...before]);
  const { values } = readJson(context.folder, environmentFile);
  const { redirect } = await context.bank.openbank('approve', values.find(({ key }) => key === 'authorizationUrl').value, '--json');
  const code = new URL(redirect).searchParams.get('code');
  const redeemed = await newman(context, collection, [keep, `--env-var code=${code}`, ...folders(oauth.item.slice(step))]);
  return { oauth: [...asked, ...redeemed], products: await newman(context, collection, [keep, ...folders(rest)]) };
}

/** A collection without the requests that end a consent or a mandate; afterwards the environment has the ids of all resources. */
function withoutDeletes(folder) {
  const collection = readJson(folder, collectionFile);
  for (const product of collection.item) product.item = product.item.filter(({ request }) => request.method !== 'DELETE');
  writeFileSync(join(folder, 'filling.json'), JSON.stringify(collection));
  return 'filling.json';
}

/** As a reader does it: the values at the top of each file. */
async function filledFiles({ bank, folder }) {
  const { values } = readJson(folder, environmentFile);
  const ids = products.map(({ product }) => product.id).toSorted((a, b) => Number(a === lastFile) - Number(b === lastFile));
  for (const id of ids) {
    const text = await bank.text(`/collection/${id}.http`);
    const filled = text.replaceAll(/^@(\w+) = .*$/gm, (line, name) => {
      const value = values.find(({ key }) => key === name)?.value;
      return value ? `@${name} = ${value}` : line;
    });
    writeFileSync(join(folder, `${id}.http`), filled);
  }
  return ids.map((id) => `${id}.http`);
}

async function httpyac(context) {
  await wholeCollection(context, withoutDeletes(context.folder));
  const files = await filledFiles(context);
  // Into a file: what it writes into a pipe is cut off after 64 KiB or so.
  await context.workshop.run([`npx httpyac send ${files.join(' ')} --all --output exchange --json > report.json`], { cwd: context.folder });
  return readJson(context.folder, 'report.json').requests.map(httpyacRequest);
}

/** The faults of a program's requests: each operation is sent, to the bank, with an X-Request-ID of its own, and accepted. */
function faultsOf(requests, { operations, baseUrl, isAccepted }) {
  const ids = requests.flatMap(({ requestId }) => requestId ?? []);
  const faults = operations.filter((id) => !requests.some(({ name }) => name === id)).map((id) => `${id} is not sent`);
  for (const { name, status, origin } of requests)
    if (origin !== baseUrl || !isAccepted(status)) faults.push(`${name}: ${status} from ${origin}`);
  if (new Set(ids).size !== ids.length || ids.length === 0 || ids.some((id) => !/^[0-9a-f-]{36}$/.test(id)))
    faults.push(`${ids.length} X-Request-IDs, ${new Set(ids).size} of them different`);
  return faults;
}

const isSuccess = (status) => status >= 200 && status < 300;
/** An imported document has no tokens: the bank answers, and asks for one. */
const isAnswer = (status) => isSuccess(status) || status === 401;

const converted = (name) => async (context) => {
  const { folder, workshop } = context;
  const program = `
    const { ${name} } = require('openapi-to-postmanv2');
    const data = fs.readFileSync('openapi.json', 'utf8');
    const options = { requestParametersResolution: 'Example', parametersResolution: 'Example' };
    ${name}({ type: 'string', data }, options, (error, answer) => {
      if (error || !answer.result) throw error ?? new Error(answer.reason);
      fs.writeFileSync('converted.json', JSON.stringify(answer.output[0].data));
    });`;
  writeFileSync(join(folder, 'openapi.json'), context.documents['openapi.json']);
  await workshop.run([`node -e "${program}"`], { cwd: folder });
  return newman(context, 'converted.json', []);
};

/** The operation of a converted request: the converters name it by the summary. */
const bySummary = (documents, requests) => {
  const rows = Object.values(JSON.parse(documents['openapi.json']).paths).flatMap((path) => Object.values(path));
  return requests.map((one) => ({ ...one, name: rows.find(({ summary }) => summary === one.name)?.operationId ?? one.name }));
};

const reads = { postman: 'the Postman collection and its environment', http: 'the `.http` files', openapi: '`openapi.json`' };
const programs = [
  {
    name: 'newman',
    reads: reads.postman,
    isAccepted: isSuccess,
    async send(context) {
      const { oauth, products: sent } = await wholeCollection(context, collectionFile);
      const refused = oauth.filter(({ status }) => !isSuccess(status));
      if (refused.length > 0) throw new Error(`OAuth: ${refused.map(({ name, status }) => `${name} ${status}`).join(', ')}`);
      return sent;
    },
  },
  { name: 'httpyac', reads: reads.http, isAccepted: isSuccess, send: httpyac },
  ...['convert', 'convertV2'].map((name) => ({
    name: `openapi-to-postmanv2 (${name}) with newman`,
    version: versions['openapi-to-postmanv2'],
    reads: reads.openapi,
    isAccepted: isAnswer,
    send: async (context) => bySummary(context.documents, await converted(name)(context)),
  })),
];

const resultOf = (requests, faults) => {
  const different = new Set(requests.flatMap(({ requestId }) => requestId ?? [])).size;
  return faults.length > 0 ? `no: ${faults[0]}` : `${requests.length} requests sent to the bank, ${different} different \`X-Request-ID\`s`;
};

/** Each program with `run`, which resolves to its row of the table: `result`, `faults`; `missing`: the reason why it was not run. */
export const collectionPrograms = programs.map(({ name, version = versions[name], reads: what, isAccepted, send }) => ({
  name,
  async run(context) {
    const row = { program: name, version, reads: what };
    const missing = missingRuntime(['npm']);
    if (missing !== undefined) return { ...row, result: 'not run', faults: [], missing };
    try {
      const requests = await send({ ...context, folder: await installed(context) });
      const operations = operationsOf(JSON.parse(context.documents['openapi.json']));
      const faults = faultsOf(requests, { operations, baseUrl: context.bank.baseUrl, isAccepted });
      context.log(`${name}: ${resultOf(requests, faults)}`);
      return { ...row, result: resultOf(requests, faults), faults: faults.map((fault) => `${name}: ${fault}`) };
    } catch (error) {
      return { ...row, result: 'no', faults: [`${name}: ${error.message}`] };
    }
  },
}));
