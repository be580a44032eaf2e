/** The form of ids (RFC 9562 §4). The bank's own check comes with code that a command need not load. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
