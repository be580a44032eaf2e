import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { PaymentLife } from './payment-life.service.js';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';

@Module({ imports: [CommandsModule], controllers: [PaymentsController], providers: [PaymentsService, PaymentLife], exports: [PaymentLife] })
export class PaymentsModule {}
