export { endsMisfit } from './adjustments/adjusted-amount.js';
export {
  type BusinessCalendar,
  businessCalendar,
  businessDaysAfter,
  type CurrentCalendar,
  type ProductDays,
} from './calendar/business-day.js';
export { CalendarService } from './calendar/calendar.service.js';
export { keepProductDays } from './calendar/calendar.statements.js';
export { daysByRule, type RuleDay } from './calendar/generated-years.js';
export {
  type BookingKind,
  bookingKinds,
  mayBeRefused,
  refundTransactionIdOf,
  transactionIdOf,
  waitAfter,
} from './core-banking/booking-instruction.js';
export { answerBooking, bookingById, type BookingRow } from './core-banking/booking-instructions.statements.js';
export { type Booking, BookingOutboxService } from './core-banking/booking-outbox.service.js';
export { CoreBankingSettings } from './core-banking/core-banking.settings.js';
export { declared, listed, names, pendingNames, taken } from './fact-columns.js';
export { LedgerModule } from './ledger.module.js';
export { LedgerService, type Posted, type Reservation } from './ledger.service.js';
export { LedgerSettings } from './ledger.settings.js';
export { bookPosting, lockAccounts } from './ledger.statements.js';
export { GroupFunds } from './posting-group.js';
export { lockAccountsOfGroup } from './posting-group.statements.js';
export { type GroupPosting, PostingGroupsService } from './posting-groups.service.js';
export type { EntryFacts, Leg } from './posting.js';
