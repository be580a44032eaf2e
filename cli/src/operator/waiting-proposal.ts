/** Printed where an act needs a second operator (`SECOND_OPERATOR`). */
export const waits = (proposalId: string): string =>
  `Nothing is done until another operator approves it: openbank proposal approve ${proposalId}`;
