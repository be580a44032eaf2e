import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { DocumentPagesService } from './document-pages.service.js';

/** The pages about changes of the interface, and about reading from it. */
@Module({ imports: [VisitModule], providers: [DocumentPagesService] })
export class DocumentsModule {}
