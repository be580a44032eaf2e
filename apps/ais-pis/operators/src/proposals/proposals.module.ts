import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ProposalsInternal } from './proposals.internal.js';
import { ProposalsService } from './proposals.service.js';

@Module({ imports: [CommandsModule], providers: [ProposalsService, ProposalsInternal], exports: [ProposalsService] })
export class ProposalsModule {}
