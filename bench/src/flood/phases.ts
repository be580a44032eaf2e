import { setTimeout as pause } from 'node:timers/promises';
import { program, askProgram } from '../programs.js';
import type { Sent } from './marks.js';
import { sampleMemory, type Memory } from './memory.js';
import { mixRequests, singleMix, type Mix } from './mix.js';
import { bankSeconds, processorTime, type ProcessorTime } from './processor-time.js';
import type { FloodKind } from './requests.js';
import type { Answered, Sending, SentAll } from './sending.js';

/** What is sent, at which rate of how many connections together. */
export interface Flooding {
  readonly mix: Mix;
  /** Without it, as many as are answered. */
  readonly perSecond?: number;
  readonly connections: number;
}

export interface Flood {
  readonly name: string;
  readonly floods: readonly Flooding[];
  readonly seconds: number;
}

export interface Phase {
  readonly name: string;
  readonly sent: readonly Sent[];
  /** A client within its limits, beside the flood. */
  readonly beside: Answered;
  readonly memory: readonly Memory[];
  /** Of the machine in this phase. */
  readonly processor: ProcessorTime;
}

/** What is needed of the bank. */
export interface FloodedBank {
  readonly url: string;
  readonly pids: Readonly<Partial<Record<string, number>>>;
  /** The reads of the client within its limits. */
  readonly beside: FloodKind;
}

/** Ten a second: a fifth of its limit. */
const besides = { connections: 4, perSecond: 10 } as const;
/** How much earlier than the flood the client within its limits ends, so that all its requests meet it. */
const marginSeconds = 2;

/** Sends in a process of its own, and tells what came of each kind. */
export async function floodedBy(
  url: string,
  { mix, perSecond, connections }: Flooding,
  seconds: number,
): Promise<{ readonly sent: readonly Sent[]; readonly processorSeconds: number }> {
  const child = program('flood/send');
  const requests = mixRequests(mix);
  const max = Math.min(connections, perSecond ?? connections, requests.length);
  const expectedByKind = Object.fromEntries(mix.map(({ kind: { name, expected } }) => [name, expected]));
  try {
    const sending: Sending = {
      url,
      requests,
      connections: max,
      seconds,
      expected: expectedByKind,
      ...(perSecond !== undefined && { perSecond }),
    };
    const { byKind, processorSeconds } = await askProgram<SentAll>(child, sending);
    const sent = mix.map(({ kind: { name: kind, expected, maxBytes } }) => ({ kind, expected, maxBytes, answer: byKind[kind]! }));
    return { sent, processorSeconds };
  } finally {
    child.kill();
  }
}

/** Runs all floods at once, with a client within its limits beside them. */
export async function runFlood({ url, pids, beside }: FloodedBank, { name, floods, seconds }: Flood): Promise<Phase> {
  const stop = sampleMemory(pids);
  const bank = bankSeconds(pids);
  const under = floods.map((flooding) => floodedBy(url, flooding, seconds));
  await pause((marginSeconds * 1_000) / 2);
  const within = await floodedBy(url, { mix: singleMix(beside), ...besides }, seconds - marginSeconds);
  const ended = await Promise.all(under);
  return {
    name,
    sent: ended.flatMap(({ sent }) => sent),
    beside: within.sent[0]!.answer,
    memory: stop(),
    processor: processorTime(pids, bank, {
      seconds,
      sending: [...ended, within].reduce((sum, { processorSeconds }) => sum + processorSeconds, 0),
    }),
  };
}
