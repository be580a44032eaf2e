import { setTimeout as pause } from 'node:timers/promises';
import { Sender, written } from './sender.js';
import type { Answered, Sending } from './sending.js';
import { Tally } from './tally.js';

/** So often it is looked how many requests are due. */
const tickMs = 5;
/** A request that could not be sent for so long, as all connections waited for answers, is not sent later. */
const lateMs = 1_000;
/** As long as the other benchmarks wait for an answer. */
const patienceMs = 10_000;

/** Lets those that are idle send so many requests a second, in turn. */
function atRate(senders: readonly Sender[], perSecond: number): NodeJS.Timeout {
  const most = Math.max(1, (perSecond * lateMs) / 1_000);
  let [last, due, turn] = [performance.now(), 0, 0];
  return setInterval(() => {
    const now = performance.now();
    due = Math.min(most, due + ((now - last) * perSecond) / 1_000);
    last = now;
    for (let looked = 0; looked < senders.length && due >= 1; looked += 1) {
      const sender = senders[turn++ % senders.length]!;
      if (!sender.isIdle) continue;
      due -= 1;
      sender.send();
    }
  }, tickMs);
}

async function sent({ url, requests, connections, seconds, perSecond, expected }: Sending): Promise<Answered> {
  const { host, hostname, port } = new URL(url);
  const server = { host: hostname, port: Number(port) };
  const tally = new Tally(expected);
  let isOver = false;
  const again = (sender: Sender): void => {
    if (perSecond === undefined && !isOver) sender.send();
  };
  const texts = requests.map((request) => written(request, host));
  const ownOf = (which: number) => texts.filter((_, at) => at % connections === which);
  const senders = Array.from({ length: connections }, (_, which) => new Sender(server, ownOf(which), tally, again));
  const impatience = setInterval(() => {
    for (const sender of senders) sender.giveUp(performance.now() - patienceMs);
  }, 1_000);
  const began = performance.now();
  const rate = perSecond === undefined ? undefined : atRate(senders, perSecond);
  senders.forEach(again);
  await pause(seconds * 1_000);
  isOver = true;
  const lasted = (performance.now() - began) / 1_000;
  clearInterval(rate);
  clearInterval(impatience);
  const answered = tally.in(lasted);
  await Promise.all(senders.map((sender) => sender.stop()));
  return answered;
}

// Runs in its own process, so that the cost of sending is not measured as part of the bank.
process.on('message', (sending: Sending) => {
  void sent(sending).then((answered) => process.send!(answered));
});
