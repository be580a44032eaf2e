import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ClosedAccountsService } from './closed-accounts.service.js';
import { LedgerService } from './ledger.service.js';
import { PostingGroupsService } from './posting-groups.service.js';
import { AdjustmentsInternal } from './adjustments/adjustments.internal.js';
import { AdjustmentsService } from './adjustments/adjustments.service.js';
import { CalendarService } from './calendar/calendar.service.js';
import { BookingOutboxService } from './core-banking/booking-outbox.service.js';

/** Current accounts and their postings, the calendar, adjustments, and the outbox of a core banking system. */
@Module({
  imports: [CommandsModule],
  providers: [
    ClosedAccountsService,
    LedgerService,
    PostingGroupsService,
    AdjustmentsService,
    AdjustmentsInternal,
    CalendarService,
    BookingOutboxService,
  ],
  exports: [LedgerService, PostingGroupsService, CalendarService, BookingOutboxService],
})
export class LedgerModule {}
