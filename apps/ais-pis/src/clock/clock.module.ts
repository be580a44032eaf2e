import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ClockService } from './clock.service.js';

/** The clock of the bank, and in the sandbox how it is moved. */
@Module({ imports: [CommandsModule], providers: [ClockService] })
export class ClockModule {}
