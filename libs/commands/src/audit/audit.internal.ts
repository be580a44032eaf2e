import { Injectable } from '@nestjs/common';
import { Database } from '@open-banking/database';
import { IsText, Optional, ServesInternal, type InternalRequest } from '@open-banking/http';
import { backgroundInternal } from '@open-banking/spec';
import { listAudit, listAuditOf, type AuditRow } from './audit-lists.statements.js';

const pageSize = 100;
const newest = '9223372036854775807';

export class AuditQuery {
  /** Only what operators did to this one thing, by its id; absent: all records. */
  @Optional() @IsText({ min: 1, max: 200 }) readonly subject?: string;
  /** The last auditId of the previous page. */
  @Optional() @IsText({ matches: /^\d{1,18}$/, must: 'be the auditId of a row' }) readonly before?: string;
}

/** `next` is the `before` of the next page; absent on the last page. */
export interface AuditPage {
  readonly rows: readonly AuditRow[];
  readonly next?: string;
}

/** Operators read the audit, newest first. */
@Injectable()
export class AuditInternal {
  constructor(private readonly database: Database) {}

  @ServesInternal(backgroundInternal.listAudit, { body: AuditQuery })
  async list({ body: { subject, before = newest } }: InternalRequest<AuditQuery>): Promise<AuditPage> {
    const rows =
      subject === undefined
        ? await this.database.rows(listAudit, before, pageSize)
        : await this.database.rows(listAuditOf, before, pageSize, subject);
    return { rows, ...(rows.length === pageSize && { next: rows.at(-1)!.auditId }) };
  }
}
