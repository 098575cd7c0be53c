/**
 * Resource keys: what Google Drive requires, beside the id, of callers who know a file by its link
 * alone. A call names them in a header. Source: "Access link-shared Drive files using resource
 * keys".
 */
import { InvalidInput, showValue } from '../call/error.ts';
import {
  type AnyOperation,
  type Operation,
  pathKeys,
  type ResourceKeys,
  serviceOf,
} from './operation.ts';

/** The name of the header. */
export const resourceKeyHeader = 'x-goog-drive-resource-keys';

/** Whether calls of the operation take the header. */
export const takesResourceKeys = (operation: AnyOperation): boolean =>
  serviceOf(operation) === 'storage';

const writesParents = ({ writable = [] }: Pick<Operation, 'writable'>): boolean =>
  writable.includes('parents[]');

/** Whether the operation names files, in its path or as parents of a new file. */
export const namesFiles = (operation: AnyOperation): boolean =>
  takesResourceKeys(operation) &&
  (pathKeys(operation.path).includes('fileId') || writesParents(operation));

/** Ids and keys have no other characters: so none of them ends its pair, or the header. */
const shape = /^[\w-]{1,200}$/;

/** Whether a value can be a resource key, or the id of a file that has one. */
export const isPartOfHeader = (value: unknown): value is string =>
  typeof value === 'string' && shape.test(value);

/** @throws InvalidInput for text that is not a resource key */
export function checkResourceKey(argument: string, key: string): void {
  if (!isPartOfHeader(key))
    throw new InvalidInput(
      argument,
      `${showValue(key)} is not a resource key; expected letters, digits, "-" and "_", as in the link of the file after resourcekey=`,
    );
}

/**
 * The value of the header: `id/key,id/key`.
 * @throws InvalidInput for an id or a key with other characters
 */
export const resourceKeyValue = (keys: ResourceKeys): string =>
  Object.entries(keys)
    .map(([id, key]) => {
      for (const part of [id, key]) checkResourceKey('resourceKeys', part);
      return `${id}/${key}`;
    })
    .join();
