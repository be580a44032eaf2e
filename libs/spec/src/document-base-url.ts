/** The base URL in the committed OpenAPI documents: that of a sandbox on the reader's machine. */
export const documentBaseUrl = 'http://127.0.0.1:8080';
