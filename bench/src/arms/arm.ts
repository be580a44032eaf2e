// Loaded into a service before its program: switches its limits and its request log on and off, and says how much processor time it has used.
// The guard's method is replaced, and the module of the log by one that asks first: the product itself has no such switch.
import { registerHooks } from 'node:module';
import { RateLimitGuard } from '@open-banking/pipeline';

export interface Arm {
  readonly limits: boolean;
  readonly log: boolean;
}

interface Logs {
  readonly plain: (line: object) => void;
}

/** How many requests have been charged and logged so far: what an arm leaves out must not count. */
export interface ArmState {
  readonly cpuUs: number;
  readonly charged: number;
  readonly logged: number;
}

let arm: Arm = { limits: true, log: true };
let charged = 0;
let logged = 0;

const { canActivate } = RateLimitGuard.prototype;
RateLimitGuard.prototype.canActivate = function (this: RateLimitGuard, context) {
  // As the guard itself answers: a promise would leave its turns to the arm without limits.
  if (!arm.limits) return true as unknown as Promise<boolean>;
  charged += 1;
  return canActivate.call(this, context);
};

const switchable = Symbol.for('open-banking.bench.switchable');
Object.assign(globalThis, {
  [switchable]: (logs: Logs): Logs => ({
    ...logs,
    plain: (line) => {
      if (!arm.log) return;
      logged += 1;
      logs.plain(line);
    },
  }),
});

const itself = '?itself';
registerHooks({
  load: (url, context, nextLoad) => {
    if (!/\/libs\/service\/dist\/log\.js$/.test(url)) return nextLoad(url, context);
    const original = JSON.stringify(`${url}${itself}`);
    const source = `
      import { logs as original } from ${original};
      export * from ${original};
      export const logs = (...facts) => globalThis[Symbol.for('open-banking.bench.switchable')](original(...facts));`;
    return { format: 'module', source, shortCircuit: true };
  },
});

process.on('message', (wanted: Arm) => {
  arm = wanted;
  const { user, system } = process.cpuUsage();
  const state: ArmState = { cpuUs: user + system, charged, logged };
  process.send!({ state });
});
