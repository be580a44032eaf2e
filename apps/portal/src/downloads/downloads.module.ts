import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { DownloadFilesService } from './download-files.service.js';
import { LlmsService } from './llms.service.js';

/** Files that third parties download, and the list of pages for software. */
@Module({ imports: [DocumentsModule, VisitModule], providers: [DownloadFilesService, LlmsService] })
export class DownloadsModule {}
