import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { DocumentPagesService } from './document-pages.service.js';

/** What changes in the interface, and how to read from it. */
@Module({ imports: [VisitModule], providers: [DocumentPagesService] })
export class DocumentsModule {}
