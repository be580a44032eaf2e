import { sitePages, type Deprecation } from '@open-banking/spec';

const link = `<${sitePages.showChangelog.path}>; rel="deprecation"; type="text/html"`;

/**
 * The headers of every response of a deprecated operation: when that was announced (RFC 9745), the last second in which it is served (RFC
 * 8594), and where to read about it, after the links that the answer has already.
 */
export const deprecationHeaders = ({ since, lastDay }: Deprecation, links?: unknown): Readonly<Record<string, string>> => ({
  deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1_000}`,
  sunset: new Date(`${lastDay}T23:59:59Z`).toUTCString(),
  link: typeof links === 'string' ? `${links}, ${link}` : link,
});
