/**
 * Rows: the definitions of input fields. A resource has one table of rows, which the input that
 * creates an entity and the input that changes one share. The type and the options of a row state
 * what differs between both inputs.
 */
import type { Change } from '../../write/change.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { HasResource } from '../field/field-factory.ts';

/** What differs in the input that creates an entity and in the one that changes it. */
export interface NewOrChanged<New, Changed> {
  readonly ofNew: New;
  readonly ofChanged: Changed;
}

/** Pairs the types that a row has in both inputs. */
export const newOrChanged = <const New, const Changed>(
  ofNew: New,
  ofChanged: Changed,
): NewOrChanged<New, Changed> => ({ ofNew, ofChanged });

/** Options of one input field. Its checks and conversions run before any call. */
export interface RowOptions<Value> {
  /** Added to the description in the input that creates an entity: the default, for example. */
  readonly ifNew?: string;
  /** Added to the description in the input that changes one: what null means, for example. */
  readonly ifChanged?: string;
  /** Of the input that creates an entity only. */
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
   * Returns the change, if the other options cannot describe it. The value null clears the field; a
   * new entity has nothing to clear, so that null changes nothing there.
   */
  readonly change?: (value: Value | null, argument: string) => Partial<Change>;
}

/** The options of a row of any type, and those that replace them in one of both inputs. */
type AnyOptions = RowOptions<any> & Partial<NewOrChanged<RowOptions<any>, RowOptions<any>>>;

/** A row of values of any type: the tables are heterogeneous. */
export type Row = readonly [type: any, path: string, description: string, options?: AnyOptions];

/** The row in the input of the operation: a POST has that of a new entity, others of a change. */
export function ownForm({ method }: AnyOperation, [type, path, text, options = {}]: Row): Row {
  const isPost = method === 'POST';
  const note = isPost ? options.ifNew : options.ifChanged;
  const description = note === undefined ? text : `${text} ${note}`;
  const own = isPost ? newOptions(options) : changedOptions(options);
  return [ownType(type, isPost), path, description, own];
}

function ownType(type: unknown, isPost: boolean): unknown {
  if (typeof type !== 'object' || type === null || !('ofNew' in type)) return type;
  const forms = type as NewOrChanged<unknown, unknown>;
  return isPost ? forms.ofNew : forms.ofChanged;
}

function newOptions(options: AnyOptions): RowOptions<any> {
  const { change, ...own } = { ...options, ...options.ofNew };
  return {
    ...own,
    clearable: undefined,
    ...(change && {
      change: (value, argument) => (value === null ? {} : change(value, argument)),
    }),
  };
}

const changedOptions = (options: AnyOptions): RowOptions<any> => ({
  ...options,
  ...options.ofChanged,
  default: undefined,
});
