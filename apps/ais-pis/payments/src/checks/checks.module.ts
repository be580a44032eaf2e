import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule } from '@open-banking/commands';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { PaymentProductsModule } from '../payment-products.module.js';
import { CheckAnswersService } from './check-answers.service.js';
import { CheckPortService } from './check-port.service.js';
import { CheckReports } from './check-reports.service.js';
import { ScreeningService } from './screening.service.js';

@Module({
  imports: [CommandsModule, JobsModule, NotificationsModule, PaymentProductsModule],
  providers: [CheckReports, CheckAnswersService, CheckPortService, ScreeningService],
  exports: [CheckAnswersService, ScreeningService],
})
export class ChecksModule {}
