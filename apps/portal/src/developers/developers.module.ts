import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { ConfirmationMailService } from './confirmation-mail.service.js';
import { DeveloperPagesService } from './developer-pages.service.js';
import { DevelopersService } from './developers.service.js';

/** Accounts of developers. */
@Module({
  imports: [VisitModule, ClientsModule],
  providers: [ConfirmationMailService, DevelopersService, AccountDeletionService, DeveloperPagesService],
})
export class DevelopersModule {}
