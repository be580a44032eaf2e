import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { ConsentsModule } from '@open-banking/ais-pis-consents';
import { ProposalsModule } from '../proposals/proposals.module.js';
import { ConsentRevocationsService } from './consent-revocations.service.js';
import { LookupsInternal } from './lookups.internal.js';

/** Consents and payments as operators see them. */
@Module({ imports: [CommandsModule, ConsentsModule, ProposalsModule], providers: [LookupsInternal, ConsentRevocationsService] })
export class LookupsModule {}
