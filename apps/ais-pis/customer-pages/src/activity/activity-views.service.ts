import { Injectable } from '@nestjs/common';
import { BankClock } from '@open-banking/database';
import { isStorable } from '@open-banking/http';
import { isDate } from '@open-banking/messages';
import type { Customer, PageResult, Visit } from '../visit/customer-router.js';
import { CustomerVisitsService } from '../visit/visits.service.js';
import { activityPage, type ActivityPage } from './activity.pages.js';
import { CustomerActivityService, type ActivityQuery } from './customer-activity.service.js';

const isPlace = /^\d{1,12}$/;

/** The tab that shows the activity of services. */
@Injectable()
export class ActivityViewsService {
  constructor(
    private readonly clock: BankClock,
    private readonly activity: CustomerActivityService,
    private readonly visits: CustomerVisitsService,
  ) {}

  async show(visit: Visit, customer: Customer): Promise<PageResult> {
    const { problem, ...query } = queryOf(visit);
    const [found, header] = await Promise.all([this.activity.find(customer.psuId, query), this.visits.header(visit, customer)]);
    const further = query.before !== undefined;
    const shown = { ...found, clientId: query.clientId, further, problem, timeZone: this.clock.timeZone };
    return { text: activityPage(visit.frame, shown, header), refused: problem !== undefined };
  }
}

/** Reads the query of the address. A day or place that does not exist is left out, and `problem` says which. */
function queryOf({ search }: Visit): ActivityQuery & Pick<ActivityPage, 'problem'> {
  const [day, before, service] = [search.get('day'), search.get('before'), search.get('service')];
  const filter = service && isStorable(service) ? { clientId: service.slice(0, 200) } : {};
  if (day !== null && !isDate(day)) return { ...filter, problem: 'noSuchDay' };
  if (before === null) return { ...filter, ...(day !== null && { day }) };
  return isPlace.test(before) && day !== null
    ? { ...filter, day, before: Number(before) }
    : { ...filter, ...(day !== null && { day }), problem: 'noSuchPlace' };
}
