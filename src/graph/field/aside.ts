/** Things found by what they are about instead of by their own id: the caller's subscription to a channel. */
import type { GraphQLResolveInfo } from 'graphql';
import { loading } from '../../data/cost/field-cost.ts';
import { type Projection, projectionOf } from '../../data/read/projection.ts';
import { attachRef, type Ref, refOf, type Resource } from '../../data/read/resource.ts';
import type { Context } from '../builder.ts';
import { orAbsent } from './null-on-reason.ts';
import { type Field, type FieldBuilder, field, type ResourceRef } from './field-factory.ts';

interface AsideSpec {
  /** How it is found by the keys of the value that the field stands on, many with one call. */
  readonly by: Resource;
  /** Upstream's reasons that are a state and no failure: null, with a warning. */
  readonly absentWhen?: readonly string[];
}

/** What stands beside a value: all of a query are found with as few calls as their keys take. */
export function aside<Shape, Target>(
  t: FieldBuilder<Shape>,
  target: ResourceRef<Target>,
  { by, absentWhen }: AsideSpec,
  description: string,
): Field {
  const { resource } = target;
  const keysOf = (_: unknown, ref: Ref | undefined): (readonly string[])[] => [ref!.key];
  return field(t, {
    type: target,
    description,
    needs: {
      link: { target: by, keysOf, usesRef: true, always: ['id'] },
      price: loading(by, true),
    },
    operations: [by.read.operation],
    resolve: async (
      parent: unknown,
      _: object,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ): Promise<object | null> => {
      const answer = Promise.resolve(
        execution.load({ resource: by, key: refOf(parent)!.key }, withId(projectionOf(info))),
      );
      const found = (await orAbsent(answer, absentWhen, execution, info)) as {
        readonly id: string;
      } | null;
      // A copy: what the loader holds goes on standing for the value it was found by.
      return found && attachRef({ ...found }, { resource, key: [found.id] });
    },
  });
}

/** Its own id is not known before it was found. */
const withId = ({ paths, downstream }: Projection): Pick<Projection, 'paths' | 'downstream'> => ({
  paths: paths.with('id'),
  downstream,
});
