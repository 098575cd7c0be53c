/**
 * Ids of elements inside entities (fields of a label), without global ids.
 */
import { encodePathId } from '../../rest/request/request.ts';
import { checkRestId } from './global-id.ts';

/**
 * Returns the id of an element.
 * @param type the GraphQL type that contains the element, for the error about a URL
 * @throws InvalidInput for text that is no id
 */
export function elementId(type: string, id: string, argument: string): string {
  checkRestId(type, id, argument);
  encodePathId(argument, id);
  return id;
}

/** Row option `check` of ids that name an element of a type. */
export const elementOf =
  (type: string) =>
  (id: string, argument: string): void =>
    void elementId(type, id, argument);
