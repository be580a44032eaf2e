import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cards } from '@open-banking/spec';
import { openBank } from '../measured-bank.js';
import { pairedRatio } from '../paired-ratio.js';
import { alternatePair, SwitchedService } from '../switched-service.js';
import { requestsOf, type Target } from '../targets.js';
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

/** What traces may add to the processor time of a request. */
const maxAdded = 0.02;
const target: Target = { operation: cards.readCardBalances, service: 'cards', kind: 'card', mark: 0 };

/**
 * Measures what traces add to the processor time of a request: one process, in which arms with and without traces alternate, so that its
 * compiled code, its memory and the rest of the machine are the same for both. Returns whether they add at most 2 %.
 */
export async function benchTraces({ consents, pairs, requests, ratio }: TracesBench, log: Log): Promise<boolean> {
  const receiver = createServer((request, response) => request.resume().once('end', () => response.end('{}'))).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const opened = await openBank(consents, { LOG_LEVEL: 'info' }, log);
  const service = await SwitchedService.start<Arm, ArmState>(
    { ...opened.bank.environmentOf('cards'), OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: String(ratio) },
    new URL('./arm.js', import.meta.url),
    requestsOf(target, opened.consents),
  );
  try {
    const state = (records: boolean): Promise<ArmState> => service.switchTo({ records });
    const arm = async (records: boolean): Promise<{ us: number; spans: number }> => {
      const before = await state(records);
      await service.send(requests);
      const after = await state(false);
      return { us: (after.cpuUs - before.cpuUs) / requests, spans: after.spans - before.spans };
    };
    for (let warming = 0; warming < 10; warming++) await arm(warming % 2 === 0);
    const measured: { off: number; on: number }[] = [];
    let spans = 0;
    for (let pair = 0; pair < pairs; pair++) {
      const { off, on } = await alternatePair(
        pair,
        () => arm(false),
        () => arm(true),
      );
      measured.push({ off: off.us, on: on.us });
      spans += on.spans;
    }
    const { mean, low, high } = pairedRatio(measured);
    const average = (of: 'off' | 'on') => measured.reduce((sum, one) => sum + one[of], 0) / pairs;
    const percent = (value: number) => `${((value - 1) * 100).toFixed(2)} %`;
    log(
      `${target.operation.id}, ${pairs} pairs of arms of ${requests} requests, ${ratio * 100} % recorded (${spans} requests): processor time ` +
        `${average('off').toFixed(1)} µs a request without traces, ${average('on').toFixed(1)} µs with them; ` +
        `added ${percent(mean)} (95 % confidence interval ${percent(low)} to ${percent(high)})`,
    );
    return high <= 1 + maxAdded;
  } finally {
    service.close();
    receiver.close();
    await opened.close();
  }
}
