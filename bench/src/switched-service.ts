import { type ChildProcess, fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { nodeFlagsOfContainers } from './measured-bank.js';
import type { requestsOf } from './targets.js';

type RequestToReplay = ReturnType<typeof requestsOf>[number];

/** Processor time that a process has used so far, in microseconds. */
export interface ProcessorTime {
  readonly cpuUs: number;
}

/** How many requests are under way. */
export const connections = 8;
const program = fileURLToPath(new URL('../../apps/cards/dist/main.js', import.meta.url));

/** The next message of a process that has this field. */
const nextAnswer = <Answer>(child: ChildProcess, wanted: keyof Answer & string): Promise<Answer> =>
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

/**
 * A second process of cards beside a running one, with a module loaded before its program that switches something of it on and off. Switch
 * and program are files of their own, so the product has no such switch.
 */
export class SwitchedService<Switch extends object, State extends ProcessorTime = ProcessorTime> {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: connections });

  private constructor(
    private readonly child: ChildProcess,
    private readonly url: string,
    private readonly asked: readonly RequestToReplay[],
  ) {}

  /** `settings` are those of the running process; `preloaded` answers each message with its state. */
  static async start<Switch extends object, State extends ProcessorTime = ProcessorTime>(
    settings: NodeJS.ProcessEnv,
    preloaded: URL,
    asked: readonly RequestToReplay[],
  ): Promise<SwitchedService<Switch, State>> {
    const env = { ...process.env, ...settings, PORT: '0', INTERNAL_PORT: '0', LOG_LEVEL: 'info' };
    const execArgv = [...nodeFlagsOfContainers(), '--import', fileURLToPath(preloaded)];
    const child = fork(program, [], { env, execArgv, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    // Its log is read, as it is in a bank.
    child.stdout!.resume();
    const { port } = await nextAnswer<{ port: number }>(child, 'port');
    return new SwitchedService(child, `http://127.0.0.1:${port}`, asked);
  }

  async switchTo(wanted: Switch): Promise<State> {
    this.child.send(wanted);
    return (await nextAnswer<{ state: State }>(this.child, 'state')).state;
  }

  /** Sends so many requests, a few at a time. */
  async send(count: number): Promise<void> {
    let next = 0;
    const connection = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        await this.#one(this.asked[next % this.asked.length]!);
      }
    };
    await Promise.all(Array.from({ length: connections }, connection));
  }

  close(): void {
    this.#agent.destroy();
    this.child.kill();
  }

  #one({ path = '', headers = {} }: RequestToReplay): Promise<void> {
    return new Promise((resolve, reject) => {
      get(`${this.url}${path}`, { agent: this.#agent, headers: headers as Record<string, string> }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path} is answered ${response.statusCode}`));
        });
      }).once('error', reject);
    });
  }
}

/** Two arms measured in direct succession, the order alternating, so that a machine that becomes slower favours neither. */
export async function alternatePair<Measured>(pair: number, off: () => Promise<Measured>, on: () => Promise<Measured>) {
  const first = pair % 2 === 0 ? await off() : await on();
  const second = pair % 2 === 0 ? await on() : await off();
  return pair % 2 === 0 ? { off: first, on: second } : { off: second, on: first };
}
