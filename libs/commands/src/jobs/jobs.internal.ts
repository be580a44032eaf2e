import { Injectable } from '@nestjs/common';
import { backgroundContracts, type InternalRequest, type JobPage, JobsQuery, ServesInternal } from '@open-banking/contracts';
import { Database } from '@open-banking/database';
import { Refusal } from '@open-banking/messages';
import { backgroundInternal } from '@open-banking/spec';
import { AuditService } from '../audit/audit.service.js';
import { listOpenJobs, retryJobNow } from './job-lists.statements.js';
import { JobsService } from './jobs.service.js';

const pageSize = 100;

/** Operators look at jobs that are not done, and have those that failed tried again now. */
@Injectable()
export class JobsInternal {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobsService,
    private readonly audit: AuditService,
  ) {}

  @ServesInternal(backgroundContracts.listJobs)
  async list({ body: { kind, failed, after } }: InternalRequest<JobsQuery>): Promise<JobPage> {
    const jobs = await this.database.rows(listOpenJobs, kind, failed ?? false, after ?? null, pageSize);
    return { jobs, ...(jobs.length === pageSize && { next: jobs.at(-1)!.jobId }) };
  }

  @ServesInternal(backgroundContracts.retryJob)
  async retry({ operator, params: { jobKind = '', jobId = '' } }: InternalRequest): Promise<undefined> {
    await this.database.transaction(async (tx) => {
      if (!(await tx.row(retryJobNow, jobKind, jobId)))
        throw new Refusal([{ code: 'RESOURCE_UNKNOWN', text: 'No job with this id waits to be tried again.' }]);
      this.jobs.wakeAfter(tx, jobKind);
      await this.audit.record(tx, { operation: backgroundInternal.retryJob.id, operator, subject: jobId });
    });
    return undefined;
  }
}
