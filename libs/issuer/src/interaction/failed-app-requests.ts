import { Module } from '@nestjs/common';
import type { BackgroundWorker, WorkerContext } from '@open-banking/commands';
import type { Issuer } from '@open-banking/spec';

/** Tells the operators of requests that did not reach the bank's approval app: a line in the log, and a count. */
export class FailedAppRequests implements BackgroundWorker {
  private context?: Pick<WorkerContext, 'report'>;
  private count?: (labels: Readonly<Record<string, string>>) => void;

  async startWork({ report, counter }: WorkerContext): Promise<void> {
    this.context = { report };
    this.count = counter({
      name: 'openbank_failed_app_requests_total',
      help: 'Requests for approval that did not reach the approval app of the bank, by issuer; each is sent again while somebody waits.',
      labels: ['issuer'],
    });
  }

  report(issuer: Issuer, error: unknown): void {
    this.count?.({ issuer });
    this.context?.report({ event: 'the approval app was not reached', issuer }, error);
  }
}

@Module({ providers: [FailedAppRequests], exports: [FailedAppRequests] })
export class FailedAppRequestsModule {}
