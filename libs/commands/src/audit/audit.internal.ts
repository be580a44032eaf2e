import { Injectable } from '@nestjs/common';
import { type AuditPage, AuditQuery, backgroundContracts, type InternalRequest, ServesInternal } from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { listAudit, listAuditOf } from './audit-lists.statements.js';

const pageSize = 100;
const newest = '9223372036854775807';

/** Operators read the audit, newest first. */
@Injectable()
export class AuditInternal {
  constructor(private readonly database: Database) {}

  @ServesInternal(backgroundContracts.listAudit)
  async list({ body: { subject, before = newest } }: InternalRequest<AuditQuery>): Promise<AuditPage> {
    const rows =
      subject === undefined
        ? await this.database.rows(listAudit, before, pageSize)
        : await this.database.rows(listAuditOf, before, pageSize, subject);
    return { rows, ...(rows.length === pageSize && { next: rows.at(-1)!.auditId }) };
  }
}
