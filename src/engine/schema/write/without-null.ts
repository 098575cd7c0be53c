/** Input of writes that create an entity. */
import type { InputTable, RowOptions, Rows } from './write-input.ts';

/** The rows of a write that creates an entity, where null means the same as an absent field. */
export const withoutNull = <T>({ rows }: InputTable<T>): InputTable<T> => ({
  rows: Object.fromEntries(
    Object.entries(rows).map(([name, [type, path, description, options]]) => [
      name,
      [type, path, description, nullIsAbsent((options ?? {}) as RowOptions<unknown>)],
    ]),
  ) as Rows,
});

function nullIsAbsent(options: RowOptions<unknown>): object {
  const { change } = options;
  return {
    ...options,
    clearable: undefined,
    change:
      change &&
      ((value: unknown, argument: string) => (value === null ? {} : change(value, argument))),
  };
}
