/** HAProxy compares the parts of a list one by one. */
const acceptFits = (pattern: string): string => `{ req.hdr(accept) -m reg -i '^${pattern}$' }`;
/** The condition of a request of a browser: the rule of `wantsPage` (libs/http/src/plain-page.ts). */
export const ifWantsPage = [
  acceptFits('text/html *(;.*)?'),
  `!${acceptFits(String.raw`text/html *;(.*;)? *q=0(\.0*)? *(;.*)?`)}`,
  `!${acceptFits('application/json *(;.*)?')}`,
].join(' ');
