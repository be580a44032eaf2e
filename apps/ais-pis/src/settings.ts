import { AlertSettings, CommandSettings, JobSettings } from '@open-banking/commands';
import { IssuingSettings, LoginSettings } from '@open-banking/issuer';
import { RegisterSettings, DirectorySettings } from '@open-banking/ais-pis-directory';
import { CoreBankingSettings, LedgerSettings } from '@open-banking/ais-pis-ledger';
import { ConsentTermSettings } from '@open-banking/ais-pis-accounts';
import { ConsentSettings } from '@open-banking/ais-pis-consents';
import { RetentionSettings } from '@open-banking/ais-pis-erasure';
import { ExecutionCheckSettings, PayeeVerificationSettings, ExecutionSettings, PaymentSettings } from '@open-banking/ais-pis-payments';
import { ProposalSettings } from '@open-banking/ais-pis-operators';
import { RecoverySettings } from '@open-banking/ais-pis-clearing';

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
  CoreBankingSettings,
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
