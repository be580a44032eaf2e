/** Each file of class-validator has its types in the package's index. */
declare module 'class-validator/cjs/*' {
  export * from 'class-validator';
}
