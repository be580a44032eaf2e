import { setTimeout as pause } from 'node:timers/promises';
import { program, told } from '../programs.js';
import type { Sent } from './marks.js';
import { sampled, type Memory } from './memory.js';
import type { FloodKind } from './requests.js';
import type { Answered, FloodRequest, Sending } from './sending.js';

/** What is sent of a kind, at which rate of how many connections together. */
export interface Flooding {
  readonly kind: FloodKind;
  readonly perSecond: number;
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
}

/** What is needed of the bank. */
export interface FloodedBank {
  readonly url: string;
  readonly pids: Readonly<Partial<Record<string, number>>>;
  /** The reads of the client within its limits. */
  readonly beside: readonly FloodRequest[];
}

/** Ten a second: a fifth of its limit. */
const besides = { connections: 4, perSecond: 10, expected: [200] } as const;
/** How much earlier than the flood the client within its limits ends, so that all its requests meet it. */
const marginSeconds = 2;

/** Sends in a process of its own. */
export async function answeredTo(sending: Sending): Promise<Answered> {
  const child = program('flood/send');
  try {
    return await told<Answered>(child, sending);
  } finally {
    child.kill();
  }
}

/** Runs all floods at once, with a client within its limits beside them. */
export async function flooded({ url, pids, beside }: FloodedBank, { name, floods, seconds }: Flood): Promise<Phase> {
  const stop = sampled(pids);
  const under = floods.map(async ({ kind: { name: kind, requests, expected, mostBytes }, perSecond, connections }) => {
    const most = Math.min(connections, perSecond, requests.length);
    const answer = await answeredTo({ url, requests, connections: most, perSecond, seconds, expected });
    return { kind, expected, mostBytes, answer };
  });
  await pause((marginSeconds * 1_000) / 2);
  const besideAnswer = await answeredTo({
    url,
    requests: beside,
    ...besides,
    connections: Math.min(besides.connections, beside.length),
    seconds: seconds - marginSeconds,
  });
  return { name, sent: await Promise.all(under), beside: besideAnswer, memory: stop() };
}
