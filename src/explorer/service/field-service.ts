/** What the directives of a field say about the REST calls that it can make. */
import type { GraphQLField } from 'graphql';
import type { Service } from '../../../schema/extensions.js';
import { serviceOf } from './service.ts';

type StatedField = Pick<GraphQLField<unknown, unknown>, 'astNode'>;

/** @returns the REST operations that a field may call, `video:videos.list`, in their order */
export const operationsOf = ({ astNode }: StatedField): readonly string[] =>
  (astNode?.directives ?? [])
    .filter(({ name }) => name.value === 'upstream')
    .flatMap(({ arguments: given = [] }) => {
      const value = given.find(({ name }) => name.value === 'operation')?.value;
      return value && 'value' in value ? [String(value.value)] : [];
    });

/** @returns the services of the REST operations of a field, each once */
export const servicesOf = (field: StatedField): readonly Service[] => [
  ...new Set(operationsOf(field).flatMap((operation) => serviceOf(operation) ?? [])),
];
