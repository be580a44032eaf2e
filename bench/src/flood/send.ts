import { setTimeout as pause } from 'node:timers/promises';
import { FloodConnection, serializeRequest } from './flood-connection.js';
import type { Sending, SentAll } from './sending.js';
import { Tally } from './tally.js';

/** So often it is looked how many requests are due. */
const tickMs = 5;
/** A request that could not be sent for so long, as all connections waited for answers, is not sent later. */
const lateMs = 1_000;
/** As long as the other benchmarks wait for an answer. */
const timeoutMs = 10_000;

/** Lets those that are idle send so many requests a second, in turn. */
function atRate(connections: readonly FloodConnection[], perSecond: number): NodeJS.Timeout {
  const max = Math.max(1, (perSecond * lateMs) / 1_000);
  let [last, due, turn] = [performance.now(), 0, 0];
  return setInterval(() => {
    const now = performance.now();
    due = Math.min(max, due + ((now - last) * perSecond) / 1_000);
    last = now;
    for (let looked = 0; looked < connections.length && due >= 1; looked += 1) {
      const connection = connections[turn++ % connections.length]!;
      if (!connection.isIdle) continue;
      due -= 1;
      connection.send();
    }
  }, tickMs);
}

const mapped = <From, To>(of: Readonly<Record<string, From>>, to: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, to(value)]));

async function sent({ url, requests, connections: count, seconds, perSecond, expected }: Sending): Promise<SentAll> {
  const { host, hostname, port } = new URL(url);
  const server = { host: hostname, port: Number(port) };
  const tallies = mapped(expected, (statuses) => new Tally(statuses));
  let isOver = false;
  const again = (connection: FloodConnection): void => {
    if (perSecond === undefined && !isOver) connection.send();
  };
  const texts = requests.map((request) => serializeRequest(request, host));
  const ownOf = (which: number) => texts.filter((_, at) => at % count === which);
  const connections = Array.from({ length: count }, (_, which) => new FloodConnection(server, ownOf(which), tallies, again));
  const timer = setInterval(() => {
    for (const connection of connections) connection.giveUp(performance.now() - timeoutMs);
  }, 1_000);
  const began = performance.now();
  const rate = perSecond === undefined ? undefined : atRate(connections, perSecond);
  connections.forEach(again);
  await pause(seconds * 1_000);
  isOver = true;
  const lasted = (performance.now() - began) / 1_000;
  clearInterval(rate);
  clearInterval(timer);
  const byKind = mapped(tallies, (tally) => tally.in(lasted));
  await Promise.all(connections.map((connection) => connection.stop()));
  const { user, system } = process.cpuUsage();
  return { byKind, processorSeconds: (user + system) / 1_000_000 };
}

// Runs in its own process, so that the cost of sending is not measured as part of the bank.
process.on('message', (sending: Sending) => {
  void sent(sending).then((answered) => process.send!(answered));
});
