import { Injectable } from '@nestjs/common';
import type { BackgroundWorker, WorkerContext } from '@open-banking/commands';
import { ServiceSettings } from '@open-banking/config';
import { themeOf } from '@open-banking/pages';
import { IssuingSettings } from './issuer-settings.js';

/** Reports outside the sandbox whether the customer pages of this service have a link to the bank's help, for `openbank doctor`. */
@Injectable()
export class CustomerPagesHelp implements BackgroundWorker {
  constructor(
    private readonly service: ServiceSettings,
    private readonly issuing: IssuingSettings,
  ) {}

  async startWork({ gauge }: Pick<WorkerContext, 'gauge'>): Promise<void> {
    if (this.service.sandbox) return;
    const value = themeOf(this.issuing).links.help === undefined ? 0 : 1;
    gauge(
      {
        name: 'openbank_customer_pages_help',
        help: 'Whether THEME_FILE names the help page that customer pages link to (1), outside the sandbox.',
        labels: [],
      },
      () => Promise.resolve([{ labels: {}, value }]),
    );
  }
}
