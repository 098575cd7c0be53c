/** One table makes an update's input and its map onto upstream: a path outside the operation's writable ones doesn't compile. */
import { type Change } from '../../data/write/update.ts';
import { InvalidInput } from '../../upstream/error.ts';
import type { AnyOperation, Operation } from '../../upstream/operation.ts';
import { builder } from '../builder.ts';
import type { AnyEnum, ScalarName } from './field-factory.ts';

export type InputBuilder = PothosSchemaTypes.InputFieldBuilder<
  (typeof builder)['$inferSchemaTypes'],
  'InputObject'
>;

type WholePath<W extends string> = W extends `${infer Head}[]${string}`
  ? Head
  : W extends `${infer Head}.(key)${string}`
    ? Head
    : W extends `${infer Head}.*`
      ? Head
      : W;

export type WritablePath<O> =
  O extends Operation<string, any, any, any, infer W> ? WholePath<W> : never;

/** Makes the new value at the path of what the client gave and of what is there; undefined clears it. */
export type Merge = (given: any, current: any, argument: string) => unknown;
type InputType = ScalarName | AnyEnum | object | readonly [ScalarName | AnyEnum | object];

/** A row: GraphQL type, upstream's path, description; `merge` where the value isn't simply replaced. */
export type ChangeRow<Path extends string> = readonly [
  type: InputType,
  path: Path,
  description: string,
  merge?: Merge,
];

export interface ChangeTable {
  /** The input's fields: absent keeps, null clears. */
  readonly inputs: (t: InputBuilder) => Record<string, unknown>;
  /**
   * What an input asks to change.
   * @throws InvalidArgument where it clears what upstream demands
   */
  readonly changesOf: (input: Readonly<Record<string, unknown>>) => Change[];
}

/** @param lasting arguments that cannot be cleared, beside those that upstream demands: without a value upstream takes one of its own */
export function changes<
  O extends AnyOperation,
  const T extends Readonly<Record<string, ChangeRow<WritablePath<O>>>>,
>({ requiredBody = [] }: O, table: T, lasting: readonly (keyof T & string)[] = []): ChangeTable {
  const rows = Object.entries<ChangeRow<string>>(table);
  const demanded = new Set([
    ...requiredBody.map(({ path }) => path),
    ...lasting.map((name) => table[name]![1]),
  ]);
  return {
    inputs: (t) =>
      Object.fromEntries(
        rows.map(([name, [type, , description]]) => [
          name,
          t.field({ type: type as never, required: false, description }),
        ]),
      ),
    changesOf: (input) =>
      rows.flatMap(([name, [, path, , merge]]) => {
        const given = input[name];
        if (given === undefined) return [];
        if (given === null && demanded.has(path))
          throw new InvalidInput(name, 'this cannot be cleared');
        const apply = (current: unknown): unknown =>
          given === null ? undefined : merge ? merge(given, current, name) : given;
        return [{ argument: name, path, apply }];
      }),
  };
}
