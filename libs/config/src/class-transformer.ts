/** The parts of class-transformer that we use, each from its own file, as with class-validator: 10 ms at every start instead of 25. */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import type { ClassConstructor } from 'class-transformer';

export type { ClassConstructor } from 'class-transformer';

type Library = typeof import('class-transformer');
const require = createRequire(import.meta.url);
export const { Transform } = require('class-transformer/cjs/decorators/transform.decorator.js') as Library;
export const { Type } = require('class-transformer/cjs/decorators/type.decorator.js') as Library;

const { ClassTransformer } = require('class-transformer/cjs/ClassTransformer.js') as Library;
const transformer = new ClassTransformer();
export const plainToInstance = <T extends object>(shape: ClassConstructor<T>, plain: object): T =>
  transformer.plainToInstance(shape, plain);
