// Loaded into a service before its program: switches its limits, its log, the portal's request log and receipts on and off, and says how
// much processor time it has used. The guard's method is replaced, and the modules of the logs by ones that ask first: the product itself
// has no such switch.
import { registerHooks } from 'node:module';
import { RateLimitGuard } from '@open-banking/pipeline';

export interface Arm {
  readonly limits: boolean;
  readonly log: boolean;
  /** Whether requests are recorded for the portal. */
  readonly record: boolean;
  /** Whether customers get receipts. */
  readonly receipts: boolean;
}

/**
 * The settings of the service. `settles`: what waits for ais-pis is sent first, so that the arm that ends pays for its own receipts, all of
 * them.
 */
export interface Turn extends Arm {
  readonly settles: boolean;
}

interface Logs {
  readonly plain: (line: object) => void;
}

interface RequestLog {
  noteResponse(...facts: unknown[]): void;
  add(...facts: unknown[]): void;
  send(): unknown;
}

interface ReceiptCollector {
  addRead(...facts: unknown[]): void;
  send(): Promise<void>;
}

/** Sends what waits. */
let sendReceipts = (): Promise<void> => Promise.resolve();

/** How many requests have been charged, logged, recorded and receipted so far: what an arm leaves out must not count. */
export interface ArmState {
  readonly cpuUs: number;
  readonly charged: number;
  readonly logged: number;
  /** Collected or dropped. */
  readonly recorded: number;
  /** Calls of the portal. */
  readonly sent: number;
  readonly receipted: number;
}

let arm: Arm = { limits: true, log: true, record: true, receipts: true };
let charged = 0;
let logged = 0;
let recorded = 0;
let sent = 0;
let receipted = 0;

const { canActivate } = RateLimitGuard.prototype;
RateLimitGuard.prototype.canActivate = function (this: RateLimitGuard, context) {
  // As the guard itself answers: a promise would leave its turns to the arm without limits.
  if (!arm.limits) return true as unknown as Promise<boolean>;
  charged += 1;
  return canActivate.call(this, context);
};

const switched = (logs: Logs): Logs => ({
  ...logs,
  plain: (line) => {
    if (!arm.log) return;
    logged += 1;
    logs.plain(line);
  },
});

function switchRequestLog({ prototype }: { readonly prototype: RequestLog }): void {
  const { noteResponse, add, send } = prototype;
  prototype.noteResponse = function (this: RequestLog, ...facts) {
    if (arm.record) noteResponse.apply(this, facts);
  };
  prototype.add = function (this: RequestLog, ...facts) {
    if (!arm.record) return;
    recorded += 1;
    add.apply(this, facts);
  };
  // Waiting receipts are sent in the next arm that records, or they would be counted for one that does not.
  prototype.send = function (this: RequestLog) {
    if (!arm.record) return undefined;
    sent += 1;
    return send.call(this);
  };
}

function switchReceipts({ prototype }: { readonly prototype: ReceiptCollector }): void {
  const { addRead, send } = prototype;
  prototype.addRead = function (this: ReceiptCollector, ...facts) {
    if (!arm.receipts) return;
    receipted += 1;
    addRead.apply(this, facts);
  };
  prototype.send = function (this: ReceiptCollector) {
    sendReceipts = () => send.call(this);
    return arm.receipts ? send.call(this) : Promise.resolve();
  };
}

const switches = Symbol.for('open-banking.bench.switches');
Object.assign(globalThis, { [switches]: { switched, switchRequestLog, switchReceipts } });

/** The additions to each switched module of a lib: statements in which `original` is the module itself. */
const additions: Readonly<Record<string, string>> = {
  'telemetry/log': 'export const logs = (...facts) => switches.switched(original.logs(...facts));',
  'service/request-log': 'switches.switchRequestLog(original.RequestLog);',
  'receipts/receipt-collector': 'switches.switchReceipts(original.ReceiptCollector);',
};

const itself = '?itself';
registerHooks({
  load: (url, context, nextLoad) => {
    const [, lib = '', file = ''] = /\/libs\/([a-z]+)\/dist\/(.+)\.js$/.exec(url) ?? [];
    const addition = additions[`${lib}/${file}`];
    if (addition === undefined) return nextLoad(url, context);
    const original = JSON.stringify(`${url}${itself}`);
    const source = `
      import * as original from ${original};
      export * from ${original};
      const switches = globalThis[Symbol.for('${switches.description}')];
      ${addition}`;
    return { format: 'module', source, shortCircuit: true };
  },
});

async function switchTo({ settles, ...wanted }: Turn): Promise<void> {
  // The batch under way first, then the receipts that have come since.
  if (settles) for (const _ of [1, 2]) await sendReceipts();
  arm = wanted;
  const { user, system } = process.cpuUsage();
  const state: ArmState = { cpuUs: user + system, charged, logged, recorded, sent, receipted };
  process.send!({ state });
}

process.on('message', (turn: Turn) => void switchTo(turn));
