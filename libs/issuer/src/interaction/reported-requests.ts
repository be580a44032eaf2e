import { Module } from '@nestjs/common';
import type { BackgroundWorker, WorkerContext } from '@open-banking/commands';
import type { Issuer } from '@open-banking/spec';

export interface ReportedRequest {
  readonly issuer: Issuer;
  readonly clientId: string;
  /** The consent, payment or mandate. */
  readonly subject: string;
}

/** Tells the bank of requests that customers say they have not asked for: a line in the log, and a count. The audit has each of them. */
export class ReportedRequests implements BackgroundWorker {
  private context?: Pick<WorkerContext, 'report'>;
  private count?: (labels: Readonly<Record<string, string>>) => void;

  async startWork({ report, counter }: WorkerContext): Promise<void> {
    this.context = { report };
    this.count = counter({
      name: 'openbank_reported_requests_total',
      help: 'Requests for approval that customers reported as not asked for by them, by issuer.',
      labels: ['issuer'],
    });
  }

  report({ issuer, clientId, subject }: ReportedRequest): void {
    this.count?.({ issuer });
    this.context?.report({ event: 'a customer reports a request as not asked for', issuer, clientId, subject });
  }
}

@Module({ providers: [ReportedRequests], exports: [ReportedRequests] })
export class ReportedRequestsModule {}
