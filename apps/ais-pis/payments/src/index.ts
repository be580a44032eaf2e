export { blockedAmongReceivers } from './checks/blocked-creditors.js';
export { CheckAnswersService, type CheckDecision } from './checks/check-answers.service.js';
export { ExecutionCheckSettings } from './checks/checks.settings.js';
export { lockHeldCheck } from './checks/checks.statements.js';
export { comparablePattern, isPattern, lettersOf, accountNumbers } from './checks/comparable-creditor.js';
export { lockSpending } from './checks/payment-bounds.statements.js';
export { ScreeningService } from './checks/screening.service.js';
export { isNeverReached } from './checks/spending.js';
export { comparableAccount, creditorIban } from './payee/creditor.js';
export { CustomerPaymentsService, mayBeCancelled, type PaymentNow } from './customer-payments.service.js';
export type { PendingPaymentRow } from './customer-payments.statements.js';
export { executePayment } from './execute-payment.js';
export { canExecuteOn, executionDay, type ToExecute } from './execution-day.js';
export { ClearingService } from './execution/clearing.service.js';
export { ClosedDaysService } from './execution/closed-days.service.js';
export { isOfBank } from './execution/execution.js';
export { ExecutionService } from './execution/execution.service.js';
export { ExecutionSettings } from './execution/execution.settings.js';
export { lockPayment, type PaymentToExecute } from './execution/execution.statements.js';
export { HeldFundsService } from './execution/held-funds.service.js';
export { PaymentGroupsService } from './execution/payment-groups.service.js';
export { paymentLegs } from './execution/payment-legs.js';
export { PayeeVerificationService } from './payee/payee-verification.service.js';
export { PayeeVerificationSettings } from './payee/payee-verification.settings.js';
export { PaymentApprovalsService } from './payment-approvals.service.js';
export { PaymentDetailsService } from './payment-details.service.js';
export { paymentProducts, PaymentProducts, readPaymentProducts, refuseUnknownProducts, type Scheme, schemes } from './payment-products.js';
export { clearingReasons, type PaymentReason, reasons, reasonText } from './payment-reason.js';
export { PaymentStateMachine } from './payment-state-machine.service.js';
export { approvePayment, movePayment } from './payment-state-machine.statements.js';
export {
  initialStatus,
  isInvestigated,
  paymentStatusAt,
  type PaymentTimes,
  type TransactionStatus,
  transitions,
  waitsForFirst,
} from './payment.js';
export { PaymentsController } from './payments.controller.js';
export { PaymentRequest } from './payments.messages.js';
export { PaymentsModule } from './payments.module.js';
export { PaymentSettings } from './payments.settings.js';
export { insertPayment, paymentOfClient } from './payments.statements.js';
