import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { DocumentPagesService } from './document-pages.service.js';

/** Documents of the repository as pages. */
@Module({ imports: [VisitModule], providers: [DocumentPagesService] })
export class DocumentsModule {}
