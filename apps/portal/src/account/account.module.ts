import { Module } from '@nestjs/common';
import { DevelopersModule } from '../developers/developers.module.js';
import { SandboxAccountsModule } from '../sandbox-accounts/sandbox-accounts.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { AccountPagesService } from './account-pages.service.js';

/** The page of a developer's own account. */
@Module({ imports: [VisitModule, DevelopersModule, SandboxAccountsModule], providers: [AccountPagesService] })
export class AccountModule {}
