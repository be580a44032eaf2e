/** Whether a load file is a camt.053 statement, by its name: what reads those is loaded only for them. */
export const isStatementFile = (file: string): boolean => file.toLowerCase().endsWith('.xml');
