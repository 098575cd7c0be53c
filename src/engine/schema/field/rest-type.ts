/**
 * The GraphQL types of values whose types the schemas of the API state: a row of a table that shows
 * such a value has no type.
 */
import type { ServiceSpec } from '../../api/api.ts';
import { type AnyOperation, serviceOf } from '../../api/operation.ts';
import { fieldTypeOf, shapeOf } from '../../rest/operation/answer-check.ts';
import { currentApi } from '../builder.ts';
import type { FieldBuilder, ScalarName } from '../field-builder.ts';

/** The scalars of the primitive types of schemas. */
const scalars: Readonly<Record<string, ScalarName>> = {
  string: 'String',
  id: 'ID',
  boolean: 'Boolean',
  integer: 'Int',
  number: 'Float',
  int64: 'BigInt',
  datetime: 'DateTime',
  date: 'Date',
  email: 'EmailAddress',
};

interface ServiceSchema {
  readonly service: ServiceSpec;
  readonly name: string;
}

/**
 * @param t the builder of the fields of an object type
 * @param path of a value of the object
 * @returns a scalar or an enum; in brackets: a list of them
 * @throws TypeError if no schema states the type, or it is the type of an object
 */
export const restTypeAt = ({ owner }: FieldBuilder<unknown>, path: string): unknown =>
  typeIn(schemaOf(owner), path);

/** The type of a value in the bodies of an operation, likewise. */
export function bodyTypeAt(operation: AnyOperation, path: string): unknown {
  const { services, signatures } = currentApi();
  const name = signatures[operation.key]?.body ?? 'any';
  return typeIn({ service: services[serviceOf(operation)], name }, path);
}

function typeIn({ service, name }: ServiceSchema, path: string): unknown {
  const type = path
    .split('.')
    .reduce<string | undefined>((outer, step) => stepType(service, outer, step), name);
  const [element = '', isList] = [type?.replace(/\[\]$/, ''), type?.endsWith('[]')];
  const named = element.startsWith('=')
    ? (service.enums?.[element.slice(1)] ?? 'String')
    : scalars[element];
  if (named === undefined)
    throw new TypeError(
      `the schema ${name} states no scalar at ${path}; give the row a type, or the object type its schema`,
    );
  return isList ? [named] : named;
}

function stepType({ schemas }: ServiceSpec, type = '', step: string): string | undefined {
  const shape = shapeOf(schemas, type);
  return shape && fieldTypeOf(shape, step);
}

/** The schema of the values of a type: that of its reads, or else the one with its name. */
function schemaOf(type: FieldBuilder<unknown>['owner']): ServiceSchema {
  const { services, signatures } = currentApi();
  if (type.resource === undefined) {
    const { apiSchema: name = type.name } = type;
    const all: readonly ServiceSpec[] = Object.values(services);
    const service = all.find(({ schemas }) => Object.hasOwn(schemas, name));
    if (!service) throw new TypeError(`${type.name}: no schema has the name ${name}`);
    return { service, name };
  }
  const { operation } = type.resource.read;
  const service = services[serviceOf(operation)];
  const answer = signatures[operation.key]?.answer ?? 'any';
  const name = operation.page ? stepType(service, answer, operation.page.items) : answer;
  return { service, name: (name ?? 'any').replace(/\[\]$/, '') };
}
