import { Module } from '@nestjs/common';
import { VisitModule } from '../visit/visit.module.js';
import { AssetPagesService } from './asset-pages.service.js';

/** The style sheet of all parts of the portal, its script and its icon. No other part imports this one. */
@Module({ imports: [VisitModule], providers: [AssetPagesService] })
export class AssetsModule {}
