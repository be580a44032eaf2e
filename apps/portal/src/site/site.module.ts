import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers/customers.module.js';
import { DevelopersModule } from '../developers/developers.module.js';
import { SandboxAccountsModule } from '../sandbox-accounts/sandbox-accounts.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { SitePagesService } from './site-pages.service.js';

/** The front page, and what browsers and others ask every site for. */
@Module({ imports: [VisitModule, CustomersModule, DevelopersModule, SandboxAccountsModule], providers: [SitePagesService] })
export class SiteModule {}
