import { serve } from '@open-banking/service';
import { DevelopersModule } from './developers/developers.module.js';
import { ReferenceModule } from './reference/reference.module.js';
import { settings } from './settings.js';
import { SiteModule } from './site/site.module.js';

await serve('portal', [SiteModule, ReferenceModule, DevelopersModule], { settings });
