import { AlertSettings, CommandSettings, JobSettings } from '@open-banking/commands';
import { IssuingSettings, LoginSettings } from '@open-banking/issuer';
import { RegisterSettings } from './authorisation-register/register.settings.js';
import { BookkeepingSettings } from './bookkeeping/bookkeeping.settings.js';
import { ConsentTermSettings } from './accounts/consent-term.settings.js';
import { ConsentSettings } from './consents/consents.settings.js';
import { DirectorySettings } from './directory/directory.settings.js';
import { LedgerSettings } from './ledger/ledger.settings.js';
import { RetentionSettings } from './erasure/retention.settings.js';
import { ExecutionCheckSettings } from './payments/checks/checks.settings.js';
import { PayeeVerificationSettings } from './payee-verification/payee-verification.settings.js';
import { ExecutionSettings } from './payments/execution/execution.settings.js';
import { PaymentSettings } from './payments/payments.settings.js';
import { ProposalSettings } from './proposals/proposals.settings.js';
import { RecoverySettings } from './recovery/recovery.settings.js';

/** The settings of this service, in addition to those that every service has. */
export const settings = [
  ConsentTermSettings,
  ConsentSettings,
  PaymentSettings,
  DirectorySettings,
  ExecutionSettings,
  ExecutionCheckSettings,
  PayeeVerificationSettings,
  LedgerSettings,
  BookkeepingSettings,
  RecoverySettings,
  RetentionSettings,
  ProposalSettings,
  RegisterSettings,
  IssuingSettings,
  LoginSettings,
  AlertSettings,
  JobSettings,
  CommandSettings,
];
