import { aisPis } from './ais-pis.js';
import { cards } from './cards.js';
import { loanServices } from './loan-services.js';
import { mandates } from './mandates.js';
import type { Operation, Product, Service } from './operation.js';
import { savingsLoans } from './savings-loans.js';
import { securities } from './securities.js';

/** The six products in the order of the specification. */
export const products = [aisPis, savingsLoans, mandates, securities, cards, loanServices] as const;

/** The 44 operations. */
export const operations: readonly Operation[] = products.flatMap((rows) => Object.values(rows) as Operation[]);

/** The operations one service must serve: every row, exactly once. */
export const operationsOf = (service: Service): Operation[] => operations.filter((row) => row.service === service);

export const productOf = (row: Pick<Operation, 'product'>): Product => products.find(({ product }) => product.id === row.product)!.product;
