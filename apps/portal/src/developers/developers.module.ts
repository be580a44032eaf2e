import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { DeveloperPagesService } from './developer-pages.service.js';
import { DevelopersService } from './developers.service.js';
import { SignUpMailsService } from './sign-up-mails.service.js';

/** Accounts of developers. */
@Module({
  imports: [VisitModule, ClientsModule, SealingModule],
  providers: [SignUpMailsService, DevelopersService, AccountDeletionService, DeveloperPagesService],
})
export class DevelopersModule {}
