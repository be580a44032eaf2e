import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { AvailabilityHistoryService } from './availability-history.service.js';
import { StatusPageService } from './status-page.service.js';

/** How the interface is. */
@Module({ imports: [VisitModule], providers: [StatusPageService, AvailabilityHistoryService] })
export class StatusModule {}
