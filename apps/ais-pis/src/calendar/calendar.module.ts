import { Module } from '@nestjs/common';
import { Calendar } from './calendar.service.js';

@Module({ providers: [Calendar], exports: [Calendar] })
export class CalendarModule {}
