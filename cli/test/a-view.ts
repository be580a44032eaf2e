import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { RunningBank } from '@open-banking/testing';
import { program } from './an-openbank.js';

export interface RunningView {
  readonly operator: string;
  readonly origin: string;
  /** A link that signs in once, while no newer one is asked for. */
  readonly link: string;
  /** A newer link. */
  readonly another: () => Promise<string>;
}

/** Ends a view and waits until it is gone: the worker of the test would otherwise outlive its last test. */
async function ended(view: ChildProcess): Promise<void> {
  if (view.exitCode !== null || view.signalCode !== null) return;
  view.kill();
  await once(view, 'close');
}

/** The views of operators of this bank, each a process until the tests of the file are over. */
export function viewsOf(bank: RunningBank) {
  const views: ChildProcess[] = [];
  afterAll(() => Promise.all(views.map(ended)));
  const here = () => ['--base-url', bank.baseUrl, '--operator-file', bank.facts.operatorFile];
  // Never `execFileSync`: jest runs a file that is alone in the process that hosts the bank.
  const openbank = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [program, ...args, ...here()])).stdout;

  /** The view of a new operator, whose name begins with this one. */
  async function viewOf(name: string, roles: string): Promise<RunningView> {
    const operator = `${name}-${randomUUID().slice(0, 8)}`;
    await openbank('operator', 'add', '--name', operator, '--roles', roles);
    const child = spawn(process.execPath, [program, 'view', '--port', '0', '--as', operator, ...here()], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    views.push(child);
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const nextLink = async (): Promise<string> => {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error('the view has ended');
        if (/^http/.test(value)) return value;
      }
    };
    const link = await nextLink();
    const another = () => {
      child.stdin.write('\n');
      return nextLink();
    };
    return { operator, origin: new URL(link).origin, link, another };
  }
  return { openbank, viewOf };
}
