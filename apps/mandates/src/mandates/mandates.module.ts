import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { MandatesController } from './mandates.controller.js';
import { MandatesService } from './mandates.service.js';

@Module({ imports: [CommandsModule], controllers: [MandatesController], providers: [MandatesService] })
export class MandatesModule {}
