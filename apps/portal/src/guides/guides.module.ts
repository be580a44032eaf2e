import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { GuidePagesService } from './guide-pages.service.js';

/** Whole programs with the reasons for their steps. */
@Module({ imports: [DocumentsModule, VisitModule], providers: [GuidePagesService] })
export class GuidesModule {}
