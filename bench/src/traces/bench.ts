import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { cards } from '@open-banking/spec';
import { openBank } from '../measured-bank.js';
import { requestsOf, type Target } from '../targets.js';
import { pairedRatio } from './paired-ratio.js';
import type { Arm, ArmState } from './arm.js';

export interface TracesBench {
  readonly consents: number;
  readonly pairs: number;
  /** Of one arm: about a second. */
  readonly requests: number;
  /** The part of the requests that is recorded. */
  readonly ratio: number;
}

type Log = (line: string) => void;
type Asked = ReturnType<typeof requestsOf>[number];

/** What traces may add to the processor time of a request. */
const mostAdded = 0.02;
const connections = 8;
const program = fileURLToPath(new URL('../../../apps/cards/dist/main.js', import.meta.url));
const preloaded = fileURLToPath(new URL('./arm.js', import.meta.url));
const target: Target = { operation: cards.readCardBalances, service: 'cards', kind: 'card', mark: 0 };

/** The environment of a running process (Linux). */
const environmentOf = (pid: number): NodeJS.ProcessEnv =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** The next message of a process that has this field. */
const answerOf = <Answer>(child: ChildProcess, wanted: keyof Answer & string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const ended = (): void => {
      reject(new Error('the measured service has ended'));
    };
    const heard = (message: object): void => {
      if (!(wanted in message)) return;
      child.off('exit', ended).off('message', heard);
      resolve(message as Answer);
    };
    child.once('exit', ended).on('message', heard);
  });

/** A second process of cards, whose traces can be switched. */
async function switchableCards(pid: number): Promise<{ child: ChildProcess; url: string }> {
  const env = { ...environmentOf(pid), PORT: '0', INTERNAL_PORT: '0', LOG_LEVEL: 'info' };
  const child = fork(program, [], { env, execArgv: ['--import', preloaded], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { port } = await answerOf<{ port: number }>(child, 'port');
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Sends `count` requests, a few at a time. */
async function send(url: string, agent: Agent, asked: readonly Asked[], count: number): Promise<void> {
  let next = 0;
  const one = ({ path = '', headers = {} }: Asked): Promise<void> =>
    new Promise((resolve, reject) => {
      get(`${url}${path}`, { agent, headers: headers as Record<string, string> }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path} is answered ${response.statusCode}`));
        });
      }).once('error', reject);
    });
  const connection = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await one(asked[next % asked.length]!);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
}

/**
 * Measures what traces add to the processor time of a request: one process, in which arms with and without traces alternate, so that its
 * compiled code, its memory and the rest of the machine are the same for both. Returns whether they add at most 2 %.
 */
export async function benchTraces({ consents, pairs, requests, ratio }: TracesBench, log: Log): Promise<boolean> {
  const receiver = createServer((request, response) => request.resume().once('end', () => response.end('{}'))).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const opened = await openBank(consents, { LOG_LEVEL: 'info' }, log);
  const { child, url } = await switchableCards(opened.bank.pids.cards!);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  try {
    const asked = requestsOf(target, opened.consents);
    const state = async (arm: number | undefined): Promise<ArmState> => {
      child.send({ endpoint, ratio: arm } satisfies Arm);
      return (await answerOf<{ state: ArmState }>(child, 'state')).state;
    };
    const arm = async (of: number | undefined): Promise<{ us: number; spans: number }> => {
      const before = await state(of);
      await send(url, agent, asked, requests);
      const after = await state(undefined);
      return { us: (after.cpuUs - before.cpuUs) / requests, spans: after.spans - before.spans };
    };
    for (let warming = 0; warming < 10; warming++) await arm(warming % 2 === 0 ? ratio : undefined);
    const measured: { off: number; on: number }[] = [];
    let spans = 0;
    for (let pair = 0; pair < pairs; pair++) {
      // The order alternates, so that a machine that becomes slower favours neither.
      const [first, second] = pair % 2 === 0 ? [await arm(undefined), await arm(ratio)] : [await arm(ratio), await arm(undefined)];
      const [off, on] = pair % 2 === 0 ? [first, second] : [second, first];
      measured.push({ off: off.us, on: on.us });
      spans += on.spans;
    }
    const { mean, low, high } = pairedRatio(measured);
    const average = (of: 'off' | 'on') => measured.reduce((sum, one) => sum + one[of], 0) / pairs;
    const percent = (value: number) => `${((value - 1) * 100).toFixed(2)} %`;
    log(
      `${target.operation.id}, ${pairs} pairs of arms of ${requests} requests, ${ratio * 100} % recorded (${spans} spans): processor time ` +
        `${average('off').toFixed(1)} µs a request without traces, ${average('on').toFixed(1)} µs with them; ` +
        `added ${percent(mean)} (95 % confidence interval ${percent(low)} to ${percent(high)})`,
    );
    return high <= 1 + mostAdded;
  } finally {
    agent.destroy();
    child.kill();
    receiver.close();
    await opened.close();
  }
}
