/** The day so many days after another one, or before it, as requests write it: `2026-11-30`. */
export const dayAfter = (day: Date, days: number): string => new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10);
