// The names of a new operation, from its id and from the operation that is its model.

const wordsOf = (id) => id.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
const pascal = (words) => words.map((word) => word.replace(/^./, (letter) => letter.toUpperCase())).join('');
const camel = (words) => pascal(words).replace(/^./, (letter) => letter.toLowerCase());

const row = /^ {2}(\w+): +(get|post|put|delete) *\('([^']*)', *(\{.*\})\),$/gm;

/** The rows of a product's file: id, method, path and the text of the options. */
export const rowsIn = (text) => [...text.matchAll(row)].map(([, id, method, path, options]) => ({ id, method, path, options }));

/** The row of the model: the one of that id, or the first that reads one resource by its id. */
export function modelAmong(rows, like, file) {
  const model = like
    ? rows.find(({ id }) => id === like)
    : rows.find(({ method, path, options }) => isRead({ method, path }) && /\bof: '/.test(options));
  if (!model) throw new Error(`${file} has no operation ${like ?? 'that reads one resource'}`);
  if (!isRead(model)) throw new Error(`${model.id} does not read one resource: give another one by --like`);
  return model;
}
/** One parameter, at the end: the id of the resource. */
const isRead = ({ method, path }) => method === 'get' && /^[^{}]*\{[\w-]+\}$/.test(path);

/** The names by which the files call a new operation. */
export function namesOf(id, model, path) {
  const [, ...noun] = wordsOf(model.id);
  const [verb, ...words] = wordsOf(id);
  const part = words.slice(noun.length);
  if (!['list', 'read'].includes(verb) || noun.join() !== words.slice(0, noun.length).join() || part.length === 0)
    throw new Error(
      `${id} must be list or read, then ${pascal(noun)} as in ${model.id}, then what is read of it, such as list${pascal(noun)}Statements`,
    );
  return {
    id,
    path: path ?? `${model.path}/${part.join('-')}`,
    /** `CardStatements`: the schema of the response. */
    type: pascal(words),
    /** `statements`: the methods of the controller and of the service. */
    method: camel(part),
    /** `statementsOfCard`: the constant of the SQL statement. */
    statement: camel([...part, 'of', ...noun]),
    /** `card` */
    noun: noun.join(' '),
    /** `statements` */
    part: part.join(' '),
    /** `cardId`: the property of the path parameter. */
    parameter: camel(/\{([\w-]+)\}/.exec(model.path)[1].split('-')),
    /** `list-card-statements`: the test file. */
    file: wordsOf(id).join('-'),
  };
}
