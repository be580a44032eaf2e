import { IsHttpUrl, IsOneOf, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

export type AlertChannel = 'app' | 'email';

/** The settings of a service that alerts customers, besides those of every service. Injectable. */
export class AlertSettings {
  @Setting(
    "URL of the bank's server that tells customers of each new access, payment and mandate (docs/ports/customer-alerts.json). Without it customers are told nothing.",
  )
  @IsOptional()
  @IsHttpUrl()
  readonly customerAlertsUrl?: string;

  @Setting('The channels that customers may choose for their alerts, separated by commas; the first one (`app`) is used until they do.')
  @IsOptional()
  @IsOneOf(['app', 'email', 'app,email', 'email,app'])
  readonly customerAlertChannels?: string;
}

/** In the bank's order. */
export const offeredChannels = ({ customerAlertChannels = 'app' }: AlertSettings): readonly AlertChannel[] =>
  customerAlertChannels.split(',') as AlertChannel[];

/** The address to which alerts are posted; undefined: none. Channels for alerts that would not be sent stop the start. */
export function alertAddress({ customerAlertsUrl, customerAlertChannels }: AlertSettings): string | undefined {
  if (customerAlertsUrl === undefined && customerAlertChannels !== undefined)
    throw new Error('CUSTOMER_ALERTS_URL is not set: alerts by CUSTOMER_ALERT_CHANNELS could not be sent');
  return customerAlertsUrl;
}
