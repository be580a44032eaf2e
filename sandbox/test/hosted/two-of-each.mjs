// Runs a bank whose services are in this process, and each of its services once more with other settings, once for each order of stopping.
// Prints, as a line of JSON for each order, what each service wrote, and what is left when all are stopped:
// `node two-of-each.mjs <folder> <service names separated by commas> <another order> …`.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBank } from '../../dist/bank/index.js';

const [folder, ...orders] = process.argv.slice(2);
const events = ['exit', 'warning', 'uncaughtException', 'unhandledRejection', 'SIGTERM', 'SIGINT', 'message', 'disconnect'];
const listeners = () => Object.fromEntries(events.map((event) => [event, process.listenerCount(event)]));
const resources = () =>
  process
    .getActiveResourcesInfo()
    .filter((name) => name !== 'PipeWrap' && name !== 'TTYWrap')
    .sort();

/** Receives traces, and keeps the text of each request. */
async function receiver() {
  const texts = [];
  const keep = async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    texts.push(text);
    response.setHeader('content-type', 'application/json').end('{}');
  };
  const server = createServer((request, response) => void keep(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => (server.closeAllConnections(), new Promise((closed) => server.close(closed)));
  return { texts, url: `http://127.0.0.1:${server.address().port}`, close };
}

const before = listeners();

const traced = ({ url }) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_SAMPLER_ARG: '1' });
const startFirst = (ofBank) =>
  startBank({
    dataDir: join(folder, 'data'),
    port: 0,
    operatorFile: join(folder, 'operator.json'),
    demoBank: { customers: 2, seed: '1' },
    processes: 'one',
    settings: { LOG_LEVEL: 'info', ...traced(ofBank) },
  });

async function startSecond(service, bank, ofSecond) {
  const [definition] = Object.values(await import(`../../../apps/${service}/dist/bundle/service.js`));
  const lines = [];
  const environment = {
    ...bank.environmentOf(service),
    PORT: '0',
    INTERNAL_PORT: '0',
    LOG_LEVEL: 'debug',
    DRAIN_MS: '0',
    ...traced(ofSecond),
  };
  const keep = (text) => lines.push(text);
  return { service, lines, served: await definition.serve({ environment, writeLog: keep, writeFatal: keep }) };
}

const paths = { portal: '/' };
const asked = async (port, service) => {
  const requestId = randomUUID();
  const response = await fetch(`http://127.0.0.1:${port}${paths[service] ?? '/v1.7/accounts'}`, {
    headers: { 'x-request-id': requestId, connection: 'close' },
  });
  await response.text();
  return requestId;
};
const metricsOf = async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } })).text();
const requests = (text) =>
  [...text.matchAll(/^openbank_request_duration_seconds_count\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);

/** Asks the bank's service and its second, and returns what each knows of the other. */
async function compared({ service, lines, served }, bank, ofBank, ofSecond) {
  const address = bank.services[service];
  const logFile = join(bank.folder.logs, `${service}.log`);
  // The bank adds to the log of the order before.
  const logged = readFileSync(logFile, 'utf8').length;
  const logOfFirst = () => readFileSync(logFile, 'utf8').slice(logged);
  const ids = { first: await asked(address.port, service), second: await asked(served.port, service) };
  const traces = () => ({ first: ofBank.texts.join(''), second: ofSecond.texts.join('') });
  const arrived = () => traces().first.includes(ids.first) && traces().second.includes(ids.second);
  while (!logOfFirst().includes(ids.first) || !lines.join('').includes(ids.second) || !arrived()) await pause(50);
  return {
    inBothLogs: [logOfFirst().includes(ids.second), lines.join('').includes(ids.first)],
    inBothTraces: [traces().first.includes(ids.second), traces().second.includes(ids.first)],
    requestsOfSecond: requests(await metricsOf(served.internalPort)),
    debugInLogOfFirst: readFileSync(logFile, 'utf8').includes('"level":"debug"'),
    othersInLogOfSecond: lines
      .join('')
      .split('\n')
      .filter(Boolean)
      .filter((line) => JSON.parse(line).service !== service).length,
  };
}

async function seen(names) {
  const [ofBank, ofSecond] = [await receiver(), await receiver()];
  const bank = await startFirst(ofBank);
  const second = [];
  for (const service of names) second.push(await startSecond(service, bank, ofSecond));
  const found = {};
  for (const one of second) found[one.service] = await compared(one, bank, ofBank, ofSecond);
  for (const { served } of second) await served.stop();
  await bank.stop();
  await Promise.all([ofBank.close(), ofSecond.close()]);
  // What is closed leaves in the next turns of the event loop.
  for (let turn = 0; turn < 100 && resources().length > 0; turn += 1) await pause(50);
  return { found, left: { listeners: listeners(), resources: resources() }, before };
}

for (const order of orders) process.stdout.write(`${JSON.stringify(await seen(order.split(',')))}\n`);
process.exit(0);
