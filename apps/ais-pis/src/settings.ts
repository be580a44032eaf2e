import { CommandSettings, JobSettings } from '@open-banking/commands';
import { IssuingSettings } from '@open-banking/issuer';
import { RegisterSettings } from './authorisation-register/register.settings.js';
import { ConsentSettings } from './consents/consents.settings.js';
import { DirectorySettings } from './directory/directory.settings.js';
import { ExecutionSettings } from './payments/execution/execution.settings.js';
import { PaymentSettings } from './payments/payments.settings.js';
import { RecoverySettings } from './recovery/recovery.settings.js';

/** All that this service is told besides what every service is. */
export const settings = [
  ConsentSettings,
  PaymentSettings,
  DirectorySettings,
  ExecutionSettings,
  RecoverySettings,
  RegisterSettings,
  IssuingSettings,
  JobSettings,
  CommandSettings,
];
