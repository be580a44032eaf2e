import { Module } from '@nestjs/common';
import { DeveloperClientsModule } from '../developer-clients/developer-clients.module.js';
import { DevelopersModule } from '../developers/developers.module.js';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { SealingModule } from '../sealing/sealing.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { OpenedAccountsService } from './opened-accounts.service.js';
import { SandboxAccountPagesService } from './sandbox-account-pages.service.js';
import { SandboxAccountsService } from './sandbox-accounts.service.js';
import { UnusedAccountsService } from './unused-accounts.service.js';

/** Accounts that are made in one click, in the sandbox. */
@Module({
  imports: [VisitModule, SealingModule, DeveloperClientsModule, DevelopersModule, ScenariosModule],
  providers: [SandboxAccountsService, OpenedAccountsService, UnusedAccountsService, SandboxAccountPagesService],
  exports: [SandboxAccountsService, OpenedAccountsService],
})
export class SandboxAccountsModule {}
