/**
 * The decorators of class-validator that we use, each from its own file. The package's index also loads 110 decorators
 * we do not use and the telephone numbers of the world: 170 ms at every start, against 20 ms for these. They are required
 * and not imported, as an import reads and searches each file for its exports first. Add a decorator that is missing.
 */
import 'reflect-metadata';
import { createRequire } from 'node:module';
import type { ValidationError, ValidatorOptions } from 'class-validator';

export type { ValidationArguments, ValidationError, ValidationOptions, ValidatorOptions } from 'class-validator';

type Library = typeof import('class-validator');
const require = createRequire(import.meta.url);
const from = <Name extends keyof Library>(folder: string, name: Name): Library[Name] =>
  (require(`class-validator/cjs/${folder}/${name}.js`) as Library)[name];

export const ArrayMaxSize = from('decorator/array', 'ArrayMaxSize');
export const ArrayMinSize = from('decorator/array', 'ArrayMinSize');
export const ArrayUnique = from('decorator/array', 'ArrayUnique');
export const IsDefined = from('decorator/common', 'IsDefined');
export const IsIn = from('decorator/common', 'IsIn');
export const IsNotEmpty = from('decorator/common', 'IsNotEmpty');
export const IsOptional = from('decorator/common', 'IsOptional');
export const ValidateBy = from('decorator/common', 'ValidateBy');
export const ValidateIf = from('decorator/common', 'ValidateIf');
export const ValidateNested = from('decorator/common', 'ValidateNested');
export const Max = from('decorator/number', 'Max');
export const Min = from('decorator/number', 'Min');
export const Length = from('decorator/string', 'Length');
export const Matches = from('decorator/string', 'Matches');
export const MaxLength = from('decorator/string', 'MaxLength');
export const MinLength = from('decorator/string', 'MinLength');
export const IsArray = from('decorator/typechecker', 'IsArray');
export const IsBoolean = from('decorator/typechecker', 'IsBoolean');
export const IsInt = from('decorator/typechecker', 'IsInt');
export const IsNumber = from('decorator/typechecker', 'IsNumber');
export const IsObject = from('decorator/typechecker', 'IsObject');
export const IsString = from('decorator/typechecker', 'IsString');

const { getMetadataStorage } = require('class-validator/cjs/metadata/MetadataStorage.js') as Library;
export { getMetadataStorage };

const validator = new (from('validation', 'Validator'))();
export const validateSync = (instance: object, options?: ValidatorOptions): ValidationError[] => validator.validateSync(instance, options);
