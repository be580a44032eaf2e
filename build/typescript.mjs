// How sources are read, wherever they are compiled or run: by the compiler, by the tests and by the mutation tests.
export const jsc = {
  target: 'es2023',
  parser: { syntax: 'typescript', decorators: true },
  transform: { legacyDecorator: true, decoratorMetadata: true },
  // Without its attribute Node.js refuses the import of a JSON file.
  experimental: { keepImportAttributes: true },
  keepClassNames: true,
};
