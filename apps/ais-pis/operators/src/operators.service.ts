import { Injectable } from '@nestjs/common';
import { INSTALLATION_OPERATOR, type NamedOperator } from '@open-banking/access';
import { AuditService } from '@open-banking/commands';
import { type InternalRequest, OperatorRequest, type OperatorRow, operatorsContracts, ServesInternal } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { operatorsInternal } from '@open-banking/spec';
import { addOperator, findOperator, findRemoved, listOperators, removeOperator } from './operators.statements.js';

const namePattern = /^[a-z][a-z0-9-]{1,39}$/;

/** The operators of this bank, with their public keys and roles. */
@Injectable()
export class OperatorsService {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
  ) {}

  @ServesInternal(operatorsContracts.findOperator)
  async find({ params: { operatorName = '' } }: InternalRequest): Promise<NamedOperator> {
    const found = await this.database.row(findOperator, operatorName);
    if (!found) throw new Refusal('RESOURCE_UNKNOWN', { operatorName });
    return found;
  }

  @ServesInternal(operatorsContracts.listOperators)
  list(): Promise<OperatorRow[]> {
    return this.database.rows(listOperators);
  }

  @ServesInternal(operatorsContracts.addOperator)
  async add({
    operator = '',
    params: { operatorName = '' },
    body: { roles, publicKey },
  }: InternalRequest<OperatorRequest>): Promise<{ name: string; roles: readonly string[] }> {
    refuseNamed(operator);
    if (!namePattern.test(operatorName)) {
      throw new Refusal([
        {
          code: 'FORMAT_ERROR',
          path: 'operatorName',
          text: 'The name must have 2 to 40 characters of a-z, 0-9 and -, and begin with a letter.',
        },
      ]);
    }
    return this.database.transaction(async (tx) => {
      const added = await tx.row(addOperator, operatorName, roles, JSON.stringify(publicKey), operator, this.clock.now());
      if (!added)
        throw new Refusal([
          {
            code: 'STATUS_INVALID',
            path: 'operatorName',
            text: `The name ${operatorName} is or was used by an operator, and names are not reused: choose another.`,
          },
        ]);
      await this.audit.record(tx, { operation: operatorsInternal.addOperator.id, operator, subject: operatorName });
      return { name: operatorName, roles };
    });
  }

  @ServesInternal(operatorsContracts.removeOperator)
  async remove({ operator = '', params: { operatorName = '' } }: InternalRequest): Promise<undefined> {
    refuseNamed(operator);
    await this.database.transaction(async (tx) => {
      const removed = await tx.row(removeOperator, operatorName, operator, this.clock.now());
      if (!removed) throw noOperator(operatorName, await tx.row(findRemoved, operatorName));
      await this.audit.record(tx, { operation: operatorsInternal.removeOperator.id, operator, subject: operatorName });
    });
    return undefined;
  }
}

function noOperator(name: string, removed: { readonly removedOn: string; readonly removedBy: string } | undefined): Refusal {
  const text = removed
    ? `The operator ${name} was removed on ${removed.removedOn} by ${removed.removedBy}.`
    : `No operator has the name ${name}.`;
  return new Refusal([{ code: 'RESOURCE_UNKNOWN', path: 'operatorName', text }], { operatorName: name });
}

/** Otherwise one operator could add a second one to approve its own requests. */
function refuseNamed(operator: string): void {
  if (operator !== INSTALLATION_OPERATOR)
    throw new Refusal([{ code: 'ROLE_INVALID', text: "Only the installation's own operator key may add and remove operators." }]);
}
