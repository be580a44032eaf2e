import { Injectable } from '@nestjs/common';
import { Operators, type NamedOperator } from '@open-banking/access';
import { Database } from '@open-banking/database';
import { findOperator } from './operators.statements.js';

/** ais-pis itself knows the operators. */
@Injectable()
export class LocalOperatorsService extends Operators {
  constructor(private readonly database: Database) {
    super();
  }

  find(name: string): Promise<NamedOperator | undefined> {
    return this.database.row(findOperator, name);
  }
}
