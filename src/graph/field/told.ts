/** Values that upstream tells of a thing by another operation, for many things in one call: `viewerRating` of videos. */
import type { GraphQLResolveInfo } from 'graphql';
import { getter, Paths as PathSet } from '../../data/read/path.ts';
import { loading } from '../../data/cost/field-cost.ts';
import { refOf, type Resource } from '../../data/read/resource.ts';
import type { Context } from '../builder.ts';
import { orAbsent } from './null-on-reason.ts';
import {
  type AnyEnum,
  type Field,
  type FieldBuilder,
  field,
  type ScalarName,
} from './field-factory.ts';
import { isEnum, knownWords } from './enumeration.ts';
import type { Paths } from './table.ts';

export interface ToldSpec<Told> {
  /** What is told, under the key of the thing it is told of. */
  readonly of: Resource<Told>;
  readonly path: Paths<Told, string | number | boolean>;
  /** Upstream's reasons that are a state and no failure: null, with a warning. */
  readonly absentWhen?: readonly string[];
}

/** A leaf that isn't in the thing's own answer; asked for many things, it is one call. */
export function told<Shape, Told>(
  t: FieldBuilder<Shape>,
  type: ScalarName | AnyEnum,
  { of, path, absentWhen }: ToldSpec<Told>,
  description: string,
): Field {
  const paths = PathSet.of(path);
  const read = getter(path);
  const shown = isEnum(type) ? knownWords(type, read) : read;
  const load = async (parent: unknown, { execution }: Context): Promise<object | null> =>
    execution.load({ resource: of, key: refOf(parent)!.key }, { paths, downstream: nothing });
  return field(t, {
    type,
    description,
    needs: { calls: [of.name], reads: { of: of.name, at: path }, price: loading(of, true) },
    operations: [of.read.operation],
    resolve: async (parent: unknown, given: object, context: Context, info: GraphQLResolveInfo) => {
      const answer = await orAbsent(load(parent, context), absentWhen, context.execution, info);
      return answer && shown(answer, given, context, info);
    },
  });
}

const nothing: ReadonlySet<string> = new Set();
