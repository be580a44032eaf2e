import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { ReferencePagesService } from './reference-pages.service.js';

/** What there is to call, and what may go wrong. */
@Module({ imports: [VisitModule], providers: [ReferencePagesService] })
export class ReferenceModule {}
