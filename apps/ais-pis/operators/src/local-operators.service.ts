import { Injectable } from '@nestjs/common';
import { Operators, type NamedOperator } from '@open-banking/access';
import { Database } from '@open-banking/database';
import { findOperator } from './operators.statements.js';

/** Reads the operators from this service's own database; other services ask ais-pis. */
@Injectable()
export class LocalOperatorsService extends Operators {
  constructor(private readonly database: Database) {
    super();
  }

  find(name: string): Promise<NamedOperator | undefined> {
    return this.database.row(findOperator, name);
  }
}
