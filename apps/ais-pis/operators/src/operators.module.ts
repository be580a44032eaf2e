import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { PaymentsModule } from '@open-banking/ais-pis-payments';
import { ConsentsModule } from '@open-banking/ais-pis-consents';
import { OperatorsService } from './operators.service.js';
import { HeldPaymentsInternal } from './held-payments/held-payments.internal.js';
import { ConsentRevocationsService } from './lookups/consent-revocations.service.js';
import { LookupsInternal } from './lookups/lookups.internal.js';
import { MaintenanceController } from './maintenance/maintenance.controller.js';
import { MaintenanceInternal } from './maintenance/maintenance.internal.js';
import { MaintenanceService } from './maintenance/maintenance.service.js';
import { PaymentRulesInternal } from './payment-rules/payment-rules.internal.js';
import { ProposalsInternal } from './proposals/proposals.internal.js';
import { ProposalsService } from './proposals/proposals.service.js';

/** Lookups and decisions of the bank's operators. */
@Module({
  imports: [CommandsModule, PaymentsModule, ConsentsModule],
  controllers: [MaintenanceController],
  providers: [
    OperatorsService,
    HeldPaymentsInternal,
    LookupsInternal,
    ConsentRevocationsService,
    MaintenanceService,
    MaintenanceInternal,
    PaymentRulesInternal,
    ProposalsService,
    ProposalsInternal,
  ],
  exports: [ProposalsService],
})
export class OperatorsModule {}
