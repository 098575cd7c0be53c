/** The types of input fields that the schemas of the API state for values of a body. */
import { writablePaths } from '../../write/change.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { bodyTypeAt } from '../field/rest-type.ts';

/** The type of the value at the one writable path whose last step is a name. */
export class StatedType {
  readonly path: string;
  /** Whether a new entity needs the value. */
  readonly isRequired: boolean;
  readonly #operation: AnyOperation;
  #named: unknown;

  /** @throws TypeError if no writable path has the name as its last step, or several have */
  constructor(operation: AnyOperation, name: string) {
    const paths = writablePaths(operation);
    const named = paths.includes(name) ? [name] : paths.filter((each) => each.endsWith(`.${name}`));
    if (named.length !== 1)
      throw new TypeError(`${operation.key}: the row ${name} needs a path and a type`);
    this.path = named[0]!;
    this.#operation = operation;
    const { method, requiredBody = [] } = operation;
    this.isRequired = method === 'POST' && requiredBody.some(({ path }) => path === this.path);
  }

  /** The GraphQL type; undefined before a schema has it. */
  get named(): unknown {
    return this.#named;
  }

  /** Finds the type in the API of the schema that is being built. */
  build(): unknown {
    return (this.#named = bodyTypeAt(this.#operation, this.path));
  }
}
