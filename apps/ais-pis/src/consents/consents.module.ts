import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { readSettings } from '@open-banking/http';
import { CustomerResourcesModule } from '../customer-resources/customer-resources.module.js';
import { settings } from '../settings.js';
import { ConsentApprovals } from './consent-approvals.service.js';
import { ConsentsController } from './consents.controller.js';
import { ConsentsService } from './consents.service.js';
import { CONSENT_SETTINGS } from './consents.settings.js';

@Module({
  imports: [CommandsModule, CustomerResourcesModule],
  controllers: [ConsentsController],
  providers: [{ provide: CONSENT_SETTINGS, useFactory: () => readSettings(settings) }, ConsentsService, ConsentApprovals],
  exports: [ConsentApprovals],
})
export class ConsentsModule {}
