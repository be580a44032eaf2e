import { Injectable } from '@nestjs/common';
import { clockTime, wordsOf, type Place } from '@open-banking/authorization';
import { BankClock } from '@open-banking/database';
import { CustomerAccess } from './consents/customer-access.service.js';
import type { Customer, Visit } from './customer-door.js';
import { CustomerMandates } from './mandates/customer-mandates.service.js';
import { CustomerPayments } from './payments/customer-payments.service.js';
import type { Visited } from './visited.js';

/** What the head of every list says. */
@Injectable()
export class CustomerVisits {
  constructor(
    private readonly clock: BankClock,
    private readonly access: CustomerAccess,
    private readonly payments: CustomerPayments,
    private readonly mandates: CustomerMandates,
  ) {}

  /** `known`: what the list has counted itself. */
  async of({ frame, csrf, done }: Visit, { psuId, name, until }: Customer, known: Partial<Record<Place, number>>): Promise<Visited> {
    const words = wordsOf(frame.language).customer;
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
