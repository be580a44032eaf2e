import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { PaymentsController } from './payments.controller.js';
import { PaymentsService } from './payments.service.js';

@Module({ imports: [CommandsModule], controllers: [PaymentsController], providers: [PaymentsService] })
export class PaymentsModule {}
