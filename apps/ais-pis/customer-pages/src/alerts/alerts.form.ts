import { optionalGroups, type AlertChannel, type OptionalGroup } from '@open-banking/commands';
import { IsListField, IsStep } from '@open-banking/pages';

/** What a customer wants to be told besides what everybody is, and how. */
export class AlertsForm {
  @IsStep('save-alerts')
  readonly step!: 'save-alerts';

  @IsListField({ max: 20, offers: optionalGroups })
  readonly about: readonly OptionalGroup[] = [];

  /** The one radio button that is pressed; none where there is one channel alone. */
  @IsListField({ max: 20, offers: ['app', 'email'] })
  readonly channel: readonly AlertChannel[] = [];
}
