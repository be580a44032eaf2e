export { ErasureModule } from './erasure.module.js';
export { AccountsErasureService } from './rules/accounts-erasure.service.js';
export { accountsAndPayments } from './rules/accounts-and-payments.js';
export { RetentionSettings } from './rules/retention.settings.js';
