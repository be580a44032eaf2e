import { Module } from '@nestjs/common';
import { DeveloperClientsModule } from '../developer-clients/developer-clients.module.js';
import { ScenariosModule } from '../scenarios/scenarios.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { DeveloperObjectsService } from './developer-objects.service.js';
import { ObjectActionsService } from './object-actions.service.js';
import { ObjectPagesService } from './object-pages.service.js';

/** The consents, payments and mandates of a developer's clients. */
@Module({
  imports: [VisitModule, DeveloperClientsModule, ScenariosModule],
  providers: [DeveloperObjectsService, ObjectActionsService, ObjectPagesService],
  exports: [DeveloperObjectsService],
})
export class ObjectsModule {}
