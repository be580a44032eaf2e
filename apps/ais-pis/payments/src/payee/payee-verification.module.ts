import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { NotificationsModule } from '@open-banking/ais-pis-notifications';
import { PayeeVerificationService } from './payee-verification.service.js';

@Module({ imports: [CommandsModule, NotificationsModule], providers: [PayeeVerificationService], exports: [PayeeVerificationService] })
export class PayeeVerificationModule {}
