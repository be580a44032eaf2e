import { Injectable } from '@nestjs/common';
import { clockTime, localeOf, type Place } from '@open-banking/pages';
import { BankClock } from '@open-banking/database';
import { CustomerAccessService } from './consents/customer-access.service.js';
import type { Customer, Visit } from './customer-router.js';
import { CustomerMandatesService } from './mandates/customer-mandates.service.js';
import { CustomerPaymentsService } from './payments/customer-payments.service.js';
import type { PageHeader } from './page-header.js';

/** What the head of every list says. */
@Injectable()
export class CustomerVisitsService {
  constructor(
    private readonly clock: BankClock,
    private readonly access: CustomerAccessService,
    private readonly payments: CustomerPaymentsService,
    private readonly mandates: CustomerMandatesService,
  ) {}

  /** `known`: what the list has counted itself. */
  async of({ frame, csrf, done }: Visit, { psuId, name, until }: Customer, known: Partial<Record<Place, number>>): Promise<PageHeader> {
    const words = localeOf(frame.language).customer;
    const [access, payments, mandates] = await Promise.all([
      known.access ?? this.access.pending(psuId).then(({ length }) => length),
      known.payments ?? this.payments.pending(psuId).then(({ length }) => length),
      known.mandates ?? this.mandates.pending(psuId).then(({ length }) => length),
    ]);
    return {
      customerName: name,
      signedInUntil: clockTime(until, frame.language, this.clock.timeZone),
      csrf,
      waiting: { access, payments, mandates },
      ...(done !== undefined && Object.hasOwn(words.done, done) && { done: words.done[done as keyof typeof words.done] }),
    };
  }
}
