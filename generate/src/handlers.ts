import { decoratedMethods, OPERATION, SHAPES, type Shapes } from '@open-banking/http';
import type { SettingsClass } from '@open-banking/config';
import { services, type Operation, type Service } from '@open-banking/spec';

/** The allowed values of path parameters that have a fixed set, by name. */
export type Choices = Readonly<Record<string, readonly string[]>>;

type Controller = new (...args: never[]) => object;
/** A group of operations in an OpenAPI document, with the controllers that handle them. */
export interface Tag {
  readonly name: string;
  readonly description: string;
  readonly controllers: readonly Controller[];
}

/** The exports of every service for the documents. */
interface Documented {
  readonly tags: readonly Tag[];
  readonly settings?: readonly SettingsClass[];
  readonly choices?: Choices;
  /** Descriptions of path parameters, by name. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** An operation as implemented: its row, its validation schemas, and its documentation by the service. */
export interface DocumentedHandler {
  readonly row: Operation;
  readonly shapes: Shapes;
  readonly tag: Pick<Tag, 'name' | 'description'>;
  readonly choices: Choices;
  readonly parameters: Documented['parameters'];
}

const documented = (service: Service): Promise<Documented> => import(`@open-banking/${service}/controllers`) as Promise<Documented>;

const handledBy = ({ prototype }: Controller, said: Pick<DocumentedHandler, 'tag' | 'choices' | 'parameters'>): DocumentedHandler[] =>
  decoratedMethods<Operation>(prototype as object, OPERATION).map(({ metadata: row, method }) => ({
    row,
    shapes: Reflect.getMetadata(SHAPES, method) as Shapes,
    ...said,
  }));

/** The implemented operations of all services, by id. */
export async function handledOperations(): Promise<Map<string, DocumentedHandler>> {
  const all = await Promise.all(services.map(documented));
  return new Map(
    all
      .flatMap(({ tags, choices = {}, parameters }) =>
        tags.flatMap(({ name, description, controllers }) =>
          controllers.flatMap((controller) => handledBy(controller, { tag: { name, description }, choices, parameters })),
        ),
      )
      .map((handled) => [handled.row.id, handled]),
  );
}

/** What a service is told by its environment besides what every service is. */
export const ownSettingsOf = async (service: Service): Promise<readonly SettingsClass[]> => (await documented(service)).settings ?? [];
