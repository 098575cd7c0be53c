/** The error of the entries of a list that are rejected: one for all of them. */
import { InvalidInput } from '../../api/error.ts';

/** Why entries of a list are rejected. Its message has the reason of the first one. */
export class RejectedEntries extends InvalidInput {
  /** Positions in the list, from 0. */
  readonly positions: readonly number[];

  /** @param rejected by their positions, at least one; `total` is the length of the list */
  constructor(argument: string, rejected: ReadonlyMap<number, InvalidInput>, total: number) {
    const [first] = rejected.values();
    const { size } = rejected;
    super(
      argument,
      `${size} of ${total} entries ${size === 1 ? 'is' : 'are'} rejected. ${first!.message}`,
      first!.isUrl,
    );
    this.name = 'RejectedEntries';
    this.positions = [...rejected.keys()];
  }
}
