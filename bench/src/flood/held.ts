import { connect } from 'node:net';

/** Connections that are opened and held until the server closes them. */
export interface HeldConnections {
  readonly port: number;
  /** Send nothing. */
  readonly idle: number;
  /** Send the head of a request, and then its body a byte at a time. */
  readonly slow: number;
  readonly head: string;
}

/** How long the server took to close them, in milliseconds; absent where it has not within a minute. */
export interface Closed {
  readonly idleMs: readonly number[];
  readonly slowMs: readonly number[];
  readonly open: number;
}

const dripMs = 500;
const timeoutMs = 60_000;

function held(port: number, head?: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const began = performance.now();
    const socket = connect(port, '127.0.0.1', () => head !== undefined && socket.write(head));
    const drip = setInterval(() => head !== undefined && socket.writable && socket.write('x'), dripMs);
    const end = (closed: boolean): void => {
      clearInterval(drip);
      clearTimeout(timer);
      socket.destroy();
      resolve(closed ? performance.now() - began : undefined);
    };
    const timer = setTimeout(() => {
      end(false);
    }, timeoutMs);
    // Writing to what the server has closed.
    socket.resume().on('error', () => undefined);
    socket.on('close', () => {
      end(true);
    });
  });
}

const isClosed = (ms: number | undefined): ms is number => ms !== undefined;

async function all({ port, idle, slow, head }: HeldConnections): Promise<Closed> {
  const opened = (count: number, sends?: string): Promise<(number | undefined)[]> =>
    Promise.all(Array.from({ length: count }, () => held(port, sends)));
  const [silent, dripping] = await Promise.all([opened(idle), opened(slow, head)]);
  const [idleMs, slowMs] = [silent.filter(isClosed), dripping.filter(isClosed)];
  return { idleMs, slowMs, open: idle + slow - idleMs.length - slowMs.length };
}

process.on('message', (asked: HeldConnections) => {
  void all(asked).then((closed) => process.send!(closed));
});
