// Loaded into a service before its program: switches its traces on and off, and says how much processor time the process has used.
import { type Recording, startTracing } from '@open-banking/tracing';

/** What the measuring process asks for. With a ratio traces are recorded from now on, without one they are not. */
export interface Arm {
  readonly endpoint: string;
  readonly ratio: number | undefined;
}

/** Processor time of the process so far, in microseconds, and how many spans it has sent. */
export interface ArmState {
  readonly cpuUs: number;
  readonly spans: number;
}

let spans = 0;
let recording: Recording | undefined;
const observer = {
  exported: (count: number): void => {
    spans += count;
  },
  dropped: (_: number, reason: Error): void => {
    throw reason;
  },
};

async function switchTo({ endpoint, ratio }: Arm): Promise<ArmState> {
  // Sending what was recorded is part of the arm that recorded it.
  await recording?.pause();
  if (ratio !== undefined) {
    recording ??= await startTracing('cards', { otelExporterOtlpEndpoint: endpoint, otelTracesSamplerArg: ratio }, observer);
    recording.resume();
  }
  const { user, system } = process.cpuUsage();
  return { cpuUs: user + system, spans };
}

process.on('message', (arm: Arm) => {
  void switchTo(arm).then((state) => process.send!({ state }));
});
