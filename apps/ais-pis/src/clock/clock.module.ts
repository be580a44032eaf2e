import { Module } from '@nestjs/common';
import { ClockService } from './clock.service.js';

/** The clock of the bank, and in the sandbox how it is moved. */
@Module({ providers: [ClockService] })
export class ClockModule {}
