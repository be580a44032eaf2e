const byte = (): number => 1 + Math.floor(Math.random() * 254);

/**
 * An address to ask from. Linux answers on all of 127.0.0.0/8; pages, sign-ins and metadata are limited by address, so each
 * client, and each customer, comes from one of their own.
 */
export const ownAddress = (): string | undefined => (process.platform === 'linux' ? `127.${byte()}.${byte()}.${byte()}` : undefined);
