import { AlertSettings, CommandSettings, JobSettings } from '@open-banking/commands';
import { IssuingSettings, LoginSettings } from '@open-banking/issuer';
import { MandateSettings } from './mandates/mandates.settings.js';

/** Settings of this service in addition to those of every service. */
export const settings = [MandateSettings, IssuingSettings, LoginSettings, AlertSettings, JobSettings, CommandSettings];
