import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { DocumentPagesService } from './document-pages.service.js';
import { OwnDocumentsService } from './own-documents.service.js';

/** Documents of the repository as pages. */
@Module({ imports: [VisitModule], providers: [DocumentPagesService, OwnDocumentsService], exports: [OwnDocumentsService] })
export class DocumentsModule {}
