import { Injectable } from '@nestjs/common';
import { optionalGroups } from '@open-banking/commands';
import { readForm } from '@open-banking/pages';
import { AlertChoicesService } from '@open-banking/ais-pis-notifications';
import type { Customer, PageResult, Visit } from '../visit/customer-router.js';
import { CustomerVisitsService } from '../visit/visits.service.js';
import { AlertsForm } from './alerts.form.js';
import { alertsAt, alertsPage } from './alerts.pages.js';

/** The page on which customers choose their alerts; where the bank alerts nobody, there is none. */
@Injectable()
export class AlertViewsService {
  constructor(
    private readonly choices: AlertChoicesService,
    private readonly visits: CustomerVisitsService,
  ) {}

  async show(visit: Visit, customer: Customer): Promise<PageResult> {
    const { channels } = this.choices;
    const choice = channels.length > 0 ? await this.choices.choiceFor(customer.psuId) : undefined;
    if (!choice) return { goTo: '/customer' };
    const header = await this.visits.header(visit, customer);
    return { text: alertsPage(visit.frame, { ...header, choice, channels, saved: visit.done === 'savedAlerts' }) };
  }

  async choose({ form }: Visit, { psuId }: Customer): Promise<PageResult> {
    const {
      about,
      channel: [channel],
    } = readForm([AlertsForm], form);
    const { channels } = this.choices;
    const chosen = channels.find((one) => one === channel) ?? channels[0];
    if (chosen === undefined) return { goTo: '/customer' };
    await this.choices.choose(
      psuId,
      chosen,
      optionalGroups.filter((group) => !about.includes(group)),
    );
    return { goTo: alertsAt, done: 'savedAlerts' };
  }
}
