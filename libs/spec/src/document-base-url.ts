/** The base URL in the committed OpenAPI documents: that of a sandbox on the reader's machine. */
export const documentBaseUrl = 'http://127.0.0.1:8080';

interface AddressedDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly components: { readonly securitySchemes?: object };
}

/** All texts of a value, changed. */
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}

/**
 * An OpenAPI document of this repository for a bank at another base URL: in `servers`, and in the OAuth addresses of its security schemes,
 * their descriptions included. A slash at the end of the base URL is left out. The given document stays as it is.
 */
export function withBaseUrl<D extends AddressedDocument>(document: D, baseUrl: string): D {
  const from = document.servers[0]!.url;
  const to = baseUrl.replace(/\/+$/, '');
  const { securitySchemes = {} } = document.components;
  return {
    ...document,
    servers: [{ ...document.servers[0]!, url: to }, ...document.servers.slice(1)],
    components: { ...document.components, securitySchemes: mapTexts(securitySchemes, (text) => text.replaceAll(`${from}/`, `${to}/`)) },
  };
}
