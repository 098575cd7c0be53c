/** A projection: what a selection requests of one value. The walker makes it. */
import type { FieldNode, GraphQLField } from 'graphql';
import type { CallNeeds, Link, LinkNeeds, ListNeeds, SeparateFetchNeeds } from '../needs.ts';
import type { Paths } from '../path.ts';

/** The paths, links and calls that the selection below a value requests. */
export interface Projection {
  /** Paths to request of the value's answer. */
  readonly paths: Paths;
  /** Types whose keys the answer contains, at any depth: batches of these types wait for it. */
  readonly downstream: ReadonlySet<string>;
  /** Links to one resource each, which a list can load before its items are resolved. */
  readonly links: readonly LinkedProjection[];
  /** All fields that lead to another answer, links included. */
  readonly branches: readonly Branch[];
  /** Whether a field makes a call of its own, which only the executor starts. */
  readonly startsCalls: boolean;
  /** How the value is read if its call makes the selected choice; undefined: none can. */
  readonly withChoice: ChoiceProjection | undefined;
  /** Fields that lead to no other answer, and whose arguments have a check. */
  readonly checked: readonly FieldStep[];
  /** The error of a rejected field of the selection, at any depth; undefined: it has none. */
  readonly rejection: Error | undefined;
  /** Whether other fields than rejected ones are selected, `__typename` aside. */
  readonly needsAnswer: boolean;
  /** Whether values are selected that only a call without a choice returns. */
  readonly needsDefault: boolean;
  /**
   * Whether items of a list link back to the value, or to an item of the list that is the value:
   * what its answer has is then stored for these links.
   */
  readonly isLinkedBack: boolean;
  /** Response fields of each value, without those of the items of lists inside. */
  readonly fieldCount: number;
  /** Variables that decided the projection. */
  readonly variables: ReadonlySet<string>;
}

/** A parameter and its value, which decide what a field of its own shows. */
export interface Choice {
  readonly parameter: string;
  /** A list of values is one text. */
  readonly value: string;
}

/** What a selection requests of a value if its call makes a choice, too. */
export interface ChoiceProjection extends Choice {
  readonly projection: Projection;
}

/** The parts of a projection that the loader reads. */
export type EntityProjection = Pick<Projection, 'paths' | 'downstream'> &
  Partial<Pick<Projection, 'withChoice' | 'isLinkedBack'>>;

/** A link of a projection, and what is requested of the linked entities. */
export interface LinkedProjection {
  /** The path of the linking values in the answer. */
  readonly path: string;
  readonly link: Link;
  readonly projection: Projection;
  /** Response names from the value to the fields of the link, with dots. */
  readonly names: readonly string[];
}

/** A selected field. */
export interface FieldStep {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
}

/** The name of a field in the response. */
export const responseName = ({ node: { alias, name } }: Pick<FieldStep, 'node'>): string =>
  (alias ?? name).value;

/** A field that leads from a value to another answer. */
export interface Branch extends FieldStep {
  readonly needs: BranchNeeds;
  /** Maximum number of objects with this field, for each value of the projection. */
  readonly multiplier: number;
  /** The fields from the value of the projection to this one, without this one. */
  readonly above: readonly FieldStep[];
  /** The projections of the field's value by its object type; empty for a scalar. */
  readonly projections: ReadonlyMap<string, Projection>;
}

/** The needs of a field that leads to another answer. */
export type BranchNeeds = LinkNeeds | ListNeeds | SeparateFetchNeeds | CallNeeds;

/** Whether a selection needs no answer: it names ids, or leads by links to ids. */
export const selectsOnlyIds = ({ paths, startsCalls, links }: Projection): boolean =>
  paths.size === 0 && !startsCalls && links.every(({ projection }) => selectsOnlyIds(projection));

/** With only ids selected, a link costs no call; a lookup costs one, which proves existence. */
export function makesLoad({ needs }: Branch, projection: Projection | undefined): boolean {
  if (needs.kind !== 'link' && needs.kind !== 'calls') return true;
  // Each entity is read for the key of the next one.
  if (needs.kind === 'link' && needs.isChain) return true;
  if (projection?.paths.size !== 0) return true;
  return needs.kind === 'calls' && selectsOnlyIds(projection);
}
