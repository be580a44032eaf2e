import { erasedText } from '@open-banking/erasure';

/** SQL: what takes the place of the login of row `psu` when its customer is erased: from then on nobody acts for them. */
export const erasedLogin = (psu: string): string => `'${erasedText}-' || ${psu}.psu_id`;
