import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { OperatorsService } from './operators.service.js';

@Module({ imports: [CommandsModule], providers: [OperatorsService] })
export class OperatorsModule {}
