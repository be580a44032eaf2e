const scripts = ['Latin', 'Hebrew', 'Arabic', 'Cyrillic', 'Greek'].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));

/** The scripts of a text, by their number; digits have none. */
export const scriptsOf = (text: string): number[] => scripts.flatMap((script, number) => (script.test(text) ? [number] : []));
