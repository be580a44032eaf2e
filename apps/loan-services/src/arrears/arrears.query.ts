import { pageQuery, type PageQuery } from '@open-banking/access';
import { periodFaults, periodQuery, type BankDay, type PeriodQuery } from '@open-banking/http';
import type { Fault } from '@open-banking/messages';
import Type from 'typebox';

/** Without `dateFrom` all stored days are returned. */
export const ArrearsQuery = Type.Object({ ...pageQuery, ...periodQuery }, { additionalProperties: false });
export type ArrearsQuery = PageQuery & PeriodQuery;

export const arrearsQueryFaults = (query: ArrearsQuery, day: BankDay): Fault[] => periodFaults(query, day);
