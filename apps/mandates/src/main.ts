import { serve } from '@open-banking/service';
import { IssuersModule } from './issuers/issuers.module.js';
import { LocalTokenAuthority } from './issuers/token-authority.service.js';
import { MandatesModule } from './mandates/mandates.module.js';

await serve('mandates', [MandatesModule, IssuersModule], { tokenAuthority: LocalTokenAuthority });
