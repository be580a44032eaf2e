/** The services whose tables are loaded from files. Mandates are created through the interface only. */
export const loadedServices = ['ais-pis', 'savings-loans', 'securities', 'cards', 'loan-services'] as const;
export type LoadedService = (typeof loadedServices)[number];
