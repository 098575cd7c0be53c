/** A value that upstream writes in several ways: one comes along with its thing, any other is asked by a call of its own. */
import { getter, Paths as PathSet } from '../../data/read/path.ts';
import { loading } from '../../data/cost/field-cost.ts';
import { refOf } from '../../data/read/resource.ts';
import type { Context } from '../builder.ts';
import {
  type AnyEnum,
  type Field,
  type FieldBuilder,
  field,
  type ResourceRef,
  type ScalarName,
} from './field-factory.ts';
import type { Paths } from './table.ts';

interface VariantSpec<Shape> {
  readonly path: Paths<Shape, string>;
  /** The field's argument and upstream's parameter, whose words the enum has. */
  readonly argument: string;
  readonly parameter: string;
  readonly ways: AnyEnum;
  /** The word for what comes along, as the resource's reads ask it. */
  readonly plain: string;
  /** The other word. */
  readonly other: string;
  readonly argumentDescription: string;
}

/** A text at a path, in one of two ways. */
export function variant<Shape>(
  t: FieldBuilder<Shape>,
  self: ResourceRef<Shape>,
  type: ScalarName,
  { path, argument, parameter, ways, plain, other, argumentDescription }: VariantSpec<Shape>,
  description: string,
): Field {
  const { resource } = self;
  const read = getter(path);
  const paths = PathSet.of(path);
  const apart = { calls: [resource.name], price: loading(resource, true) };
  return field(t, {
    type,
    description,
    args: {
      [argument]: t.arg({
        type: ways,
        required: true,
        defaultValue: plain,
        description: argumentDescription,
      }),
    },
    needs: { paths: [path], price: {}, where: { argument, is: other, needs: apart } },
    operations: [resource.read.operation],
    resolve: (value: unknown, given: Record<string, unknown>, { execution }: Context) => {
      if (given[argument] === plain) return read(value);
      const ref = refOf(value)!;
      const written = execution.load(
        { ...ref, args: { ...ref.args, [parameter]: given[argument] } },
        { paths, downstream: nothing },
      );
      return Promise.resolve(written).then(read);
    },
  });
}

const nothing: ReadonlySet<string> = new Set();
