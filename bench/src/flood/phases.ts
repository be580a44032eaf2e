import { setTimeout as pause } from 'node:timers/promises';
import type { LoadAnswer, LoadedRequest, LoadRequest } from '../load.js';
import { program, told } from '../programs.js';
import type { Sent } from './marks.js';
import { sampled, type Memory } from './memory.js';
import type { FloodKind } from './requests.js';

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
  readonly beside: LoadAnswer;
  readonly memory: readonly Memory[];
}

/** What is needed of the bank. */
export interface FloodedBank {
  readonly url: string;
  readonly pids: Readonly<Partial<Record<string, number>>>;
  /** The reads of the client within its limits. */
  readonly beside: readonly LoadedRequest[];
}

/** Ten a second: a fifth of its limit. */
const besidePerSecond = 10;
/** How much earlier than the flood the client within its limits ends, so that all its requests meet it. */
const marginSeconds = 2;

/** Runs one load in a process of its own. */
export async function load(request: LoadRequest): Promise<LoadAnswer> {
  const child = program('load');
  try {
    return await told<LoadAnswer>(child, request);
  } finally {
    child.kill();
  }
}

/** Runs all floods at once, with a client within its limits beside them. */
export async function flooded({ url, pids, beside }: FloodedBank, { name, floods, seconds }: Flood): Promise<Phase> {
  const stop = sampled(pids);
  const under = floods.map(async ({ kind: { name: kind, requests, expected, mostBytes }, perSecond, connections }) => {
    const most = Math.min(connections, perSecond, requests.length);
    const answer = await load({ url, requests, connections: most, perSecond, seconds, expected, apart: true });
    return { kind, expected, mostBytes, answer };
  });
  await pause((marginSeconds * 1_000) / 2);
  const besideAnswer = await load({ url, requests: beside, connections: 4, perSecond: besidePerSecond, seconds: seconds - marginSeconds });
  return { name, sent: await Promise.all(under), beside: besideAnswer, memory: stop() };
}
