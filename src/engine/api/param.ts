/** Query parameters of the REST operations, as descriptors state them. */

/** A query parameter. `T` is the type of its argument. */
export interface Param<T = unknown> {
  readonly type: 'string' | 'integer' | 'boolean';
  /**
   * `comma`: elements joined by commas, so that no element may have one. `repeat`: one parameter
   * per element.
   */
  readonly list?: 'comma' | 'repeat';
  /** All values that are allowed. */
  readonly values?: readonly string[];
  /** Documented values; the service may accept others. */
  readonly known?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly maxItems?: number;
  readonly required?: true;
  readonly deprecated?: true;
  /** Why no field of the graph sends the parameter; absent: some field does. */
  readonly notSent?: string;
  /** Whether the value is an id, which is checked like the ids of a list. */
  readonly id?: true;
  /** Carries `T`; never set. */
  readonly __value?: T;
}

type Text<T extends string = string> = Param<T>;

export const text: Text = { type: 'string' };

/** One id outside the path. */
export const id: Text = { type: 'string', id: true };

export const flag: Param<boolean> = { type: 'boolean' };

/** An integer; `min` and `max` if the documentation states them. */
export const int = (min?: number, max?: number): Param<number> => ({
  type: 'integer',
  ...(min === undefined ? {} : { min }),
  ...(max === undefined ? {} : { max }),
});

/** One of the given values. */
export const oneOf = <const T extends string>(...values: readonly T[]): Param<T> => ({
  type: 'string',
  values,
});

/** One of the documented values, or another one that the service may add. */
export const openEnum = (...known: readonly string[]): Text => ({ type: 'string', known });

/** A list in one parameter, `x=a,b`. */
export const csv = (maxItems?: number): Param<readonly string[]> => ({
  type: 'string',
  list: 'comma',
  ...(maxItems === undefined ? {} : { maxItems }),
});

/** A list in one parameter, of documented values or others that the service may add. */
export const csvOf = (...known: readonly string[]): Param<readonly string[]> => ({
  type: 'string',
  list: 'comma',
  known,
});

/** A list that repeats its parameter, `x=a&x=b`. */
export const repeat = <T>(param: Param<T>): Param<readonly T[]> =>
  ({ ...param, list: 'repeat' }) as Param<readonly T[]>;

/** A parameter that each call must have. */
export const required = <T>(param: Param<T>): Param<T> & { readonly required: true } => ({
  ...param,
  required: true,
});

/**
 * A parameter that no field of the graph sends.
 * @param reason one sentence, shown in `docs/operations.md`
 */
export const notSent = <T>(reason: string, param: Param<T>): Param<T> => ({
  ...param,
  notSent: reason,
});

/** A parameter that is documented as deprecated. */
export const deprecated = <T>(param: Param<T>): Param<T> => ({ ...param, deprecated: true });
