import { getMetadataArgsStorage } from 'typeorm';

/**
 * The entity classes of the modules loaded so far. Where one process has several services, each data source knows the entities of all: they
 * are only classes, and a service asks for its own alone.
 */
export const entityClasses = (): Function[] =>
  getMetadataArgsStorage()
    .tables.map(({ target }) => target)
    .filter((target) => typeof target === 'function');

/** For each entity the statements that find a row by its key, and by each unique column: what the test that explains all statements can see of a repository. */
export const entityLookups = (): { readonly name: string; readonly text: string }[] => {
  const { tables, columns } = getMetadataArgsStorage();
  return tables.flatMap(({ target, name = '' }) => {
    const own = columns.filter((column) => column.target === target);
    const columnName = ({ propertyName, options }: (typeof own)[number]): string => options.name ?? propertyName;
    const found = (by: typeof own): string =>
      `select ${own.map(columnName).join(', ')} from ${name} where ${by.map((column, at) => `${columnName(column)} = $${at + 1}`).join(' and ')}`;
    return [
      { name: `entity ${name}`, text: found(own.filter(({ options }) => options.primary)) },
      ...own
        .filter(({ options }) => options.unique)
        .map((column) => ({ name: `entity ${name} by ${columnName(column)}`, text: found([column]) })),
    ];
  });
};
