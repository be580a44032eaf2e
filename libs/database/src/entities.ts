import { getMetadataArgsStorage } from 'typeorm';

/** The entity classes of the modules loaded so far: a service loads its own. */
export const entityClasses = (): Function[] =>
  getMetadataArgsStorage()
    .tables.map(({ target }) => target)
    .filter((target) => typeof target === 'function');

/** For each entity the statement that finds a row by its key: what the test that explains all statements can see of a repository. */
export const entityLookups = (): { readonly name: string; readonly text: string }[] => {
  const { tables, columns } = getMetadataArgsStorage();
  return tables.map(({ target, name = '' }) => {
    const own = columns.filter((column) => column.target === target);
    const nameOf = ({ propertyName, options }: (typeof own)[number]): string => options.name ?? propertyName;
    const keys = own.filter(({ options }) => options.primary).map((column, at) => `${nameOf(column)} = $${at + 1}`);
    return { name: `entity ${name}`, text: `select ${own.map(nameOf).join(', ')} from ${name} where ${keys.join(' and ')}` };
  });
};
