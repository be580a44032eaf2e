import { Module } from '@nestjs/common';
import { CalendarModule } from '../calendar/calendar.module.js';
import { ReconciliationInternal } from './reconciliation.internal.js';
import { ReconciliationService } from './reconciliation.service.js';

@Module({ imports: [CalendarModule], providers: [ReconciliationService, ReconciliationInternal], exports: [ReconciliationService] })
export class ReconciliationModule {}
