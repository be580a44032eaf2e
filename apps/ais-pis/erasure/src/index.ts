export { ErasuresModule } from './erasures.module.js';
export { AccountsErasureService } from './rules/accounts-erasure.service.js';
export { accountsAndPayments } from './rules/erasure-target.js';
export { ErasureModule } from './rules/erasure.module.js';
export { RetentionSettings } from './rules/retention.settings.js';
