import { CommandSettings, JobSettings } from '@open-banking/commands';
import { IssuingSettings } from '@open-banking/issuer';
import { MandateSettings } from './mandates/mandates.settings.js';

/** All that this service is told besides what every service is. */
export const settings = [MandateSettings, IssuingSettings, JobSettings, CommandSettings];
