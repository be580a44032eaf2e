// Loaded before a service (NODE_OPTIONS) whose modules are not bundled: before each statement of an actor it asks the scheduler for leave,
// and before each job and each run of recurring work.
import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { HashingQueue } from '@open-banking/access';
import { JobRunner, RecurringWorkScheduler, type RecurringTask } from '@open-banking/commands';
import { currentRequestId } from '@open-banking/http';
import {
  actorPrefix,
  gateVariable,
  serviceVariable,
  type GateRequest,
  type FromService,
  type StatementChange,
  type ToService,
} from './gate-protocol.js';

const socket = connect(Number(process.env[gateVariable]), '127.0.0.1');
socket.setNoDelay(true).unref();
socket.on('error', () => undefined);

interface Leave {
  readonly id: number;
  readonly actor?: string | undefined;
}
const asking = new Map<number, (leave: Leave) => void>();
let lastId = 0;
let changes = new Map<string, StatementChange>();
const tasks = new Map<string, () => Promise<void>>();

const send = (message: FromService): void => {
  socket.write(`${JSON.stringify(message)}\n`);
};
send({ kind: 'hello', service: process.env[serviceVariable]! });

/** Waits for leave. A scheduler that is gone holds up nobody. */
function ask(asked: GateRequest): Promise<Leave> {
  const id = (lastId += 1);
  if (socket.closed) return Promise.resolve({ id });
  return new Promise((resolve) => {
    asking.set(id, resolve);
    send({ id, ...asked });
  });
}

socket.on('close', () => {
  for (const [id, resolve] of asking) resolve({ id });
  asking.clear();
});

createInterface({ input: socket }).on('line', (line) => {
  const message = JSON.parse(line) as ToService;
  if (message.kind === 'run') void tasks.get(message.task)!().catch(() => undefined);
  else if (message.kind === 'change') {
    changes = new Map(message.statements.map((change) => [change.statement, change]));
    send({ kind: 'changed' });
  } else {
    asking.get(message.id)?.(message);
    asking.delete(message.id);
  }
});

/** The job or the recurring work that runs, with its name where it is an actor. */
const background = new AsyncLocalStorage<{ readonly actor?: string | undefined }>();

function currentActor(): string | undefined {
  const requestId = currentRequestId();
  return background.getStore()?.actor ?? (requestId?.toLowerCase().startsWith(actorPrefix) ? requestId : undefined);
}

interface Query {
  readonly name?: string;
  readonly text: string;
}

/** A statement's name; of others (BEGIN, COMMIT, those of entities) how they begin. */
const statementName = (query: Query): string => query.name ?? query.text.replaceAll(/\s+/g, ' ').slice(0, 60);

function changed<T extends Query>(query: T): T {
  const change = query.name === undefined ? undefined : changes.get(query.name);
  if (!change) return query;
  const { from, to, statement } = change;
  if (query.text.split(from).length !== 2) {
    send({ kind: 'fault', text: `the text to change is not in ${statement} exactly once any more: ${from}` });
    throw new Error(`cannot change ${statement}`);
  }
  // PostgreSQL prepares a statement by its name.
  return { ...query, name: `${query.name}~`, text: query.text.replace(from, () => to) };
}

type Callback = (...result: unknown[]) => void;
type Run = (...given: unknown[]) => unknown;

const plain = pg.Client.prototype.query as unknown as Run;

/** As of pg: with a callback, or answering a promise. */
function gated(this: pg.Client & { readonly processID: number }, ...given: unknown[]): unknown {
  const actor = currentActor();
  const [what] = given as [string | Query];
  if (actor === undefined || (typeof what === 'object' && 'submit' in what)) return plain.apply(this, given);
  const query = typeof what === 'string' ? { text: what } : what;
  const callback = given.at(-1);
  const rest = given.slice(1, typeof callback === 'function' ? -1 : undefined);
  const answered = ask({ kind: 'statement', actor, statement: statementName(query), backend: this.processID }).then(async ({ id }) => {
    try {
      return await (plain.call(this, changed(query), ...rest) as Promise<unknown>);
    } finally {
      // What follows from the answer asks first: the actor is then known to wait, before it is known to have gone on.
      setImmediate(send, { kind: 'done', id, actor });
    }
  });
  if (typeof callback !== 'function') return answered;
  answered.then(
    (result) => (callback as Callback)(undefined, result),
    (error: unknown) => (callback as Callback)(error),
  );
  return undefined;
}
pg.Client.prototype.query = gated as never;

/** Does the work when it has leave, as the actor that it is. Work that is part of other work has its leave. */
async function begun<T>(asked: GateRequest, work: () => Promise<T>): Promise<T> {
  if (background.getStore()) return work();
  const { actor } = await ask(asked);
  try {
    return await background.run({ actor }, work);
  } finally {
    if (actor !== undefined) setImmediate(send, { kind: 'end', actor });
  }
}

const { run: runJobs } = JobRunner.prototype;
JobRunner.prototype.run = function (jobs) {
  return begun({ kind: 'job', job: this.kind.name, data: jobs.map(({ data }) => data) }, () => runJobs.call(this, jobs));
};

// What is due is run by `due-work`, and known by its first run.
const { run, begin } = RecurringWorkScheduler.prototype;
RecurringWorkScheduler.prototype.run = function (task) {
  tasks.set(task.task, () => this.run(task));
  return begun({ kind: 'task', task: task.task }, () => run.call(this, task));
};
RecurringWorkScheduler.prototype.begin = function (all: readonly RecurringTask[]) {
  for (const task of all) tasks.set(task.task, () => this.run(task));
  begin.call(this, all);
};

// Each replica has a queue of its own, so nothing may rest on it; and an actor that waits in it for one that waits for its turn seems to wait
// for nobody, until its request is given up.
HashingQueue.prototype.run = (work) => work();
