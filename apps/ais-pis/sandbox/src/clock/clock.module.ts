import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ClockService } from './clock.service.js';

/** The bank's clock, which can be moved in the sandbox. */
@Module({ imports: [CommandsModule], providers: [ClockService] })
export class ClockModule {}
