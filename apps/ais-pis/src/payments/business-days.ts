/** Days of the week without settlement, Sunday is 0: Israel's rest from Friday (Bank of Israel), others' as T2 does (ECB). */
const weekends: Readonly<Record<string, readonly number[]>> = { ILS: [5, 6] };
const usual = [0, 6];

/** Whether payments of this currency are settled on that day. */
export const isBusinessDay = (currency: string, day: string): boolean => !(weekends[currency] ?? usual).includes(new Date(`${day}T00:00:00Z`).getUTCDay());
