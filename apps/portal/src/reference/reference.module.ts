import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { ReferencePagesService } from './reference-pages.service.js';

/** The reference of operations and errors. */
@Module({ imports: [VisitModule], providers: [ReferencePagesService] })
export class ReferenceModule {}
