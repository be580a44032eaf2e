import { aisPis } from './products/ais-pis.js';
import { cards } from './products/cards.js';
import { loanServices } from './products/loan-services.js';
import { mandates } from './products/mandates.js';
import type { Operation, Product } from './operation.js';
import { savingsLoans } from './products/savings-loans.js';
import { securities } from './products/securities.js';
import { services, type Service } from './services.js';

export { aisPis, cards, loanServices, mandates, savingsLoans, securities };

/** The products in the order of the specification. */
export const products = [aisPis, savingsLoans, mandates, securities, cards, loanServices] as const;

/** The operations of the specification. */
export const operations: readonly Operation[] = products.flatMap((rows) => Object.values(rows) as Operation[]);

/** The operations one service must serve: every row, exactly once. */
export const operationsOf = (service: Service): Operation[] => operations.filter((row) => row.service === service);

/** The services that serve the interface: all but the portal. */
export const interfaceServices: readonly Service[] = services.filter((service) => operationsOf(service).length > 0);

export const productOf = (row: Pick<Operation, 'product'>): Product => products.find(({ product }) => product.id === row.product)!.product;
