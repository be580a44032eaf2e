// Loaded into a service before its program: switches its traces on and off, and says how much processor time the process has used.
import { Traces } from '@open-banking/telemetry/tracing';

/** The measuring process's request: whether traces are recorded from now on. */
export interface Arm {
  readonly records: boolean;
}

/** Processor time of the process so far, in microseconds, and how many of its requests were recorded. */
export interface ArmState {
  readonly cpuUs: number;
  readonly spans: number;
}

let spans = 0;
let recording: Traces | undefined;
const { arrivedSpan, resume } = Traces.prototype;

const keep = (traces: Traces): void => {
  if (traces.isRecording) recording = traces;
};

Traces.prototype.resume = function (this: Traces) {
  resume.call(this);
  keep(this);
};
Traces.prototype.arrivedSpan = function (this: Traces, ...facts) {
  const span = arrivedSpan.apply(this, facts);
  if (span) spans += 1;
  return span;
};

async function switchTo({ records }: Arm): Promise<ArmState> {
  // Sending what was recorded is part of the arm that recorded it.
  await recording?.pause();
  if (records) recording?.resume();
  const { user, system } = process.cpuUsage();
  return { cpuUs: user + system, spans };
}

process.on('message', (arm: Arm) => {
  void switchTo(arm).then((state) => process.send!({ state }));
});
