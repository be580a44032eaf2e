import { type Contract, type RequestBody, type ResponseBody, type Unchanged, operatorsContracts } from '@open-banking/contracts';
import type { OperatorFile } from '@open-banking/installation/operator-file';
import { exchange, internalCall } from '@open-banking/operator-client';
import type { Operation, OperatorRole, Service } from '@open-banking/spec';

export type Row = Pick<Operation, 'id' | 'method' | 'path'>;

/** What the bank answered instead of what was asked for, in its words. */
export class RefusedCall extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** A bank in as far as an operator needs it: addresses, and the operator's own key. */
export type OperatedBank = Pick<OperatorFile, 'internal' | 'operatorKey' | 'operatorName' | 'databases' | 'sandbox' | 'baseUrl'>;

/** Calls to the internal ports, each signed as the operator whose view this is: the bank decides what that operator may. */
export class OperatorCalls {
  constructor(readonly bank: OperatedBank) {}

  get name(): string {
    return this.bank.operatorName!;
  }

  async call<C extends Contract>(
    service: Service,
    contract: C,
    body?: Contract extends C ? object : Unchanged<RequestBody<C>>,
    params?: Readonly<Record<string, string>>,
  ): Promise<ResponseBody<C>> {
    const answer = await internalCall(this.bank, service, contract, body, params);
    if (answer.status < 300) return answer.body as ResponseBody<C>;
    const { tppMessages = [] } = (answer.body ?? {}) as { tppMessages?: { code: string; text?: string }[] };
    const texts = tppMessages.map(({ code, text }) => (text === undefined ? code : `${text} (${code})`));
    throw new RefusedCall(answer.status, texts.join(' ') || `The bank answered ${answer.status}.`);
  }

  /** The answer; undefined where there is no such thing. */
  find<C extends Contract>(service: Service, contract: C, params: Readonly<Record<string, string>>): Promise<ResponseBody<C> | undefined> {
    return this.call(service, contract, undefined, params).catch((error: unknown) => {
      if (error instanceof RefusedCall && error.status === 404) return undefined;
      throw error;
    });
  }

  /** The metrics of one replica of a service; empty where it does not answer. */
  async metrics(service: Service): Promise<string> {
    const home = this.bank.internal?.[service];
    const answer = home && (await exchange(`${home}/metrics`, { timeoutMs: 3_000 }).catch(() => undefined));
    return answer && answer.status === 200 ? answer.text : '';
  }

  /** The roles of the operator: buttons of others are not shown. */
  async roles(): Promise<readonly OperatorRole[]> {
    const all = await this.call('ais-pis', operatorsContracts.listOperators);
    return all.find(({ name, removedAt }) => name === this.name && removedAt === null)?.roles ?? [];
  }
}
