import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { DeveloperMailService } from './developer-mail.service.js';
import { DeveloperPagesService } from './developer-pages.service.js';
import { DevelopersService } from './developers.service.js';
import { PasswordPagesService } from './password-pages.service.js';
import { PasswordResetsService } from './password-resets.service.js';
import { SignUpMailsService } from './sign-up-mails.service.js';
import { SignUpPagesService } from './sign-up-pages.service.js';
import { SignUpProofsService } from './sign-up-proofs.service.js';

/** Accounts of developers. */
@Module({
  imports: [VisitModule, ClientsModule, SealingModule],
  providers: [
    DeveloperMailService,
    SignUpMailsService,
    SignUpProofsService,
    PasswordResetsService,
    DevelopersService,
    AccountDeletionService,
    DeveloperPagesService,
    SignUpPagesService,
    PasswordPagesService,
  ],
  exports: [DevelopersService, AccountDeletionService, PasswordResetsService, SignUpMailsService, SignUpProofsService],
})
export class DevelopersModule {}
