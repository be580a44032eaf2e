import { Module } from '@nestjs/common';
import { BookingOutboxService } from './booking-outbox.service.js';

@Module({ providers: [BookingOutboxService], exports: [BookingOutboxService] })
export class BookkeepingModule {}
