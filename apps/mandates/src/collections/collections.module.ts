import { Module } from '@nestjs/common';
import { CommandsModule, JobsModule } from '@open-banking/commands';
import { MandatesModule } from '../mandates/mandates.module.js';
import { CollectionsInternal } from './collections.internal.js';
import { Collections } from './collections.service.js';
import { ReceivedCollections } from './received-collections.service.js';

@Module({ imports: [CommandsModule, JobsModule, MandatesModule], providers: [Collections, CollectionsInternal, ReceivedCollections] })
export class CollectionsModule {}
