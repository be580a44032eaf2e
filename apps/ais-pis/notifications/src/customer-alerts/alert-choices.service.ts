import { Injectable } from '@nestjs/common';
import { AlertSettings, AuditService, offeredChannels, type AlertChannel, type OptionalGroup } from '@open-banking/commands';
import type { AlertChoice } from '@open-banking/contracts';
import { BankClock, Database } from '@open-banking/database';
import { AlertChoices } from '@open-banking/issuer';
import { customerPages } from '@open-banking/spec';
import { findAlertChoice, storeAlertChoice } from './customer-alerts.statements.js';

/** What customers have chosen to be told, and how. */
@Injectable()
export class AlertChoicesService extends AlertChoices {
  constructor(
    private readonly database: Database,
    private readonly clock: BankClock,
    private readonly audit: AuditService,
    private readonly settings: AlertSettings,
  ) {
    super();
  }

  /** Empty where the bank alerts nobody. */
  get channels(): readonly AlertChannel[] {
    return this.settings.customerAlertsUrl === undefined ? [] : offeredChannels(this.settings);
  }

  /** A channel that the bank no longer offers is replaced by its first. */
  async choiceFor(psuId: string): Promise<AlertChoice | undefined> {
    const found = await this.database.row(findAlertChoice, psuId);
    const offered = offeredChannels(this.settings);
    return found && { ...found, channel: offered.find((channel) => channel === found.channel) ?? offered[0]! };
  }

  async choose(psuId: string, channel: AlertChannel, unwanted: readonly OptionalGroup[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.rows(storeAlertChoice, psuId, channel, unwanted, this.clock.now());
      await this.audit.record(tx, { operation: customerPages.chooseAlerts.id, psuId, subject: psuId });
    });
  }
}
