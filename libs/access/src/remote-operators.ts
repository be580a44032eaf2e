import { operatorsContracts } from '@open-banking/contracts';
import type { InternalCalls } from './internal-calls.js';
import { Operators, type NamedOperator } from './operators.js';

/** Asks ais-pis each time: a removed operator is refused everywhere at once. Operators call seldom. */
export class RemoteOperators extends Operators {
  constructor(private readonly calls: InternalCalls) {
    super();
  }

  find(operatorName: string): Promise<NamedOperator | undefined> {
    return this.calls.call('ais-pis', operatorsContracts.findOperator, { params: { operatorName } });
  }
}
