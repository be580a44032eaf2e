import { Module } from '@nestjs/common';
import { ConsoleModule } from '../console/console.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { ReferencePagesService } from './reference-pages.service.js';
import { ReferenceSamplesService } from './reference-samples.service.js';

/** The reference of operations and errors. */
@Module({ imports: [VisitModule, ConsoleModule], providers: [ReferencePagesService, ReferenceSamplesService] })
export class ReferenceModule {}
