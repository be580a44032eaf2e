import type { AlertChannel } from '@open-banking/commands';
import { statement } from '@open-banking/database';
import type { Language } from '@open-banking/pages';

export interface ChosenAlerts {
  readonly language: Language;
  /** Null: the customer has not chosen. */
  readonly channel: AlertChannel | null;
  readonly unwanted: readonly string[];
}

export const findAlertChoice = statement<ChosenAlerts, [psuId: string]>(
  'customer-alerts.choice',
  /* sql */ `
  select p.language, c.channel, coalesce(c.unwanted, '{}') as unwanted
  from psu p left join customer_alert_choice c using (psu_id)
  where p.psu_id = $1
`,
);

export const storeAlertChoice = statement<never, [psuId: string, channel: AlertChannel, unwanted: readonly string[], at: Date]>(
  'customer-alerts.choose',
  /* sql */ `
  insert into customer_alert_choice (psu_id, channel, unwanted, chosen_at) values ($1, $2, $3, $4)
  on conflict (psu_id) do update set channel = excluded.channel, unwanted = excluded.unwanted, chosen_at = excluded.chosen_at
`,
);

/** The customers who own an account now. */
export const ownersOfAccount = statement<{ readonly psuId: string }, [accountId: string]>(
  'customer-alerts.owners',
  'select psu_id::text as "psuId" from holder where resource_id = $1 order by psu_id',
);
