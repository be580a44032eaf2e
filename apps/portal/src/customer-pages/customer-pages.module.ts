import { Module } from '@nestjs/common';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { CustomerBalancesService } from './customer-balances.service.js';
import { CustomerPagesService } from './customer-pages.service.js';

/** The pages of a developer's customers in the sandbox. */
@Module({ imports: [VisitModule, ScenariosModule], providers: [CustomerBalancesService, CustomerPagesService] })
export class CustomerPagesModule {}
