/**
 * Rows of inputs in two forms. One table of rows has the writable values of a resource: the input
 * that creates an entity and the one that changes it take their rows from it. A row states in its
 * options what differs.
 */
import type { Change } from '../../write/change.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { HasResource } from '../field/field-factory.ts';

/** What differs in the input that creates an entity and in the one that changes it. */
export interface NewOrChanged<New, Changed> {
  readonly ofNew: New;
  readonly ofChanged: Changed;
}

/** The two types of a row. */
export const newOrChanged = <const New, const Changed>(
  ofNew: New,
  ofChanged: Changed,
): NewOrChanged<New, Changed> => ({ ofNew, ofChanged });

/** Checks and conversions of one input field, which run before any call. */
export interface RowOptions<Value> {
  /** A further sentence in the input that creates an entity: the default, for example. */
  readonly ifNew?: string;
  /** A further sentence in the input that changes an entity: what null means, for example. */
  readonly ifChanged?: string;
  /** In the input that creates an entity. */
  readonly default?: Value;
  /** Why the field is deprecated. */
  readonly deprecated?: string;
  /**
   * False: null is rejected in a change. Paths that the API requires can never be cleared. In a new
   * entity, null means the same as an absent field.
   */
  readonly clearable?: false | undefined;
  /**
   * An id, or each id of a list, is a global or REST id of this resource, whose key has one part.
   */
  readonly references?: HasResource<unknown>;
  /** In characters. */
  readonly maxLength?: number;
  /** Rejects text that is empty or blank. */
  readonly notBlank?: true;
  /** @throws InvalidInput naming `argument` or a path below it */
  readonly check?: (value: Value, argument: string) => void;
  /** Returns the REST value; `undefined` sends no parameter. `changeTo` merges an input object. */
  readonly convert?: (value: Value, argument: string) => unknown;
  /** Why an input object is one value, which replaces the current object. */
  readonly oneValue?: string;
  /**
   * Returns the whole change, if the other options cannot describe it; null: the client clears the
   * field.
   */
  readonly change?: (value: Value | null, argument: string) => Partial<Change>;
}

/** The options of a row of values of any type, with those of its two forms. */
type AnyOptions = RowOptions<any> & Partial<NewOrChanged<RowOptions<any>, RowOptions<any>>>;

/** A row of values of any type: the tables are heterogeneous. */
export type Row = readonly [type: any, path: string, description: string, options?: AnyOptions];

/** The row as the input of the operation has it. A POST creates an entity, or changes none. */
export function ownForm({ method }: AnyOperation, [type, path, text, options = {}]: Row): Row {
  const isNew = method === 'POST';
  const note = isNew ? options.ifNew : options.ifChanged;
  const description = note === undefined ? text : `${text} ${note}`;
  return [ownType(type, isNew), path, description, isNew ? ofNew(options) : ofChanged(options)];
}

function ownType(type: unknown, isNew: boolean): unknown {
  if (typeof type !== 'object' || type === null || !('ofNew' in type)) return type;
  const forms = type as NewOrChanged<unknown, unknown>;
  return isNew ? forms.ofNew : forms.ofChanged;
}

function ofNew(options: AnyOptions): RowOptions<any> {
  const { change, ...own } = { ...options, ...options.ofNew };
  return {
    ...own,
    clearable: undefined,
    ...(change && {
      change: (value, argument) => (value === null ? {} : change(value, argument)),
    }),
  };
}

const ofChanged = (options: AnyOptions): RowOptions<any> => ({
  ...options,
  ...options.ofChanged,
  default: undefined,
});
