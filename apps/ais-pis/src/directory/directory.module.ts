import { Module } from '@nestjs/common';
import { CommandsModule } from '@open-banking/commands';
import { readSettings } from '@open-banking/http';
import { settings } from '../settings.js';
import { ClientChanges } from './client-changes.service.js';
import { ClientDirectory } from './clients.service.js';
import { CustomerDirectory } from './customers.service.js';
import { DirectoryInternal } from './directory.internal.js';
import { DIRECTORY_SETTINGS } from './directory.settings.js';

/** Clients and customers: the one place that knows them. */
@Module({
  imports: [CommandsModule],
  providers: [{ provide: DIRECTORY_SETTINGS, useFactory: () => readSettings(settings) }, ClientDirectory, ClientChanges, CustomerDirectory, DirectoryInternal],
  exports: [ClientDirectory, ClientChanges, CustomerDirectory],
})
export class DirectoryModule {}
