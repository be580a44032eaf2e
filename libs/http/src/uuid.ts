const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The form of the ids that clients choose (RFC 9562 §4), of any version. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && uuid.test(text);

/** The nil UUID (RFC 9562 §5.9): the id of no resource, with a meaning of its own in statements and grants. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

/** Whether a caller may choose this id for what it makes. */
export const canBeMade = (id: string): boolean => isUuid(id) && id !== nilUuid;

/** The fault of a UUID that clients may not choose. */
export const cannotBeMadeText = 'Must be a UUID other than the nil UUID.';
