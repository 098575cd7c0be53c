/** The confirmation of writes that destroy more than one object. */
import type { Resource } from '../../read/resource.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import { upstreamId } from './global-id.ts';

/**
 * Checks the argument `confirm`: it repeats the id of the object, which was checked, in any form.
 * @throws InvalidInput for another id
 */
export function checkConfirmation(resource: Resource, confirm: string, id: string): void {
  if (upstreamId(resource, confirm, 'confirm') !== upstreamId(resource, id))
    throw new InvalidInput(
      'confirm',
      `${showValue(confirm)} is another id; expected ${showValue(id)} again`,
    );
}
