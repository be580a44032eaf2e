/** Stands in the stored result of an interaction that its customer has reported. */
export const reportedMark = 'reported';

/** True if the stored result of an interaction says that its customer has not asked for it. */
export const isReported = (result: Readonly<Record<string, unknown>> | undefined): boolean => result?.[reportedMark] === true;
