import { serve } from '@open-banking/service';
import { CardsModule } from './cards/cards.module.js';

await serve('cards', [CardsModule]);
