import { Module } from '@nestjs/common';
import { ClientDirectory } from './clients.service.js';
import { CustomerDirectory } from './customers.service.js';
import { DirectoryInternal } from './directory.internal.js';

/** Clients and customers: the one place that knows them. */
@Module({ providers: [ClientDirectory, CustomerDirectory, DirectoryInternal], exports: [ClientDirectory, CustomerDirectory] })
export class DirectoryModule {}
