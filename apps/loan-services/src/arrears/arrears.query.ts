import { pageQuery, type PageAsked } from '@open-banking/access';
import { periodFaults, periodQuery, type BankDay, type PeriodAsked } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';
import Type from 'typebox';

/** Without `dateFrom` everything the bank keeps is shown. */
export const ArrearsQuery = Type.Object({ ...pageQuery, ...periodQuery }, { additionalProperties: false });
export type ArrearsQuery = PageAsked & PeriodAsked;

export const arrearsQueryFaults = (query: ArrearsQuery, day: BankDay): Fault[] => periodFaults(query, day);
