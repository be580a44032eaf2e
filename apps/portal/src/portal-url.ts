/** The address of the portal's pages: an origin of its own, with the scheme and port of the base URL, or below the base URL. */
export function portalUrl(baseUrl: string, portalHost: string | undefined): string {
  if (portalHost === undefined) return baseUrl;
  const url = new URL(baseUrl);
  url.hostname = portalHost;
  return url.origin;
}
