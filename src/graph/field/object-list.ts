/** Lists of objects count towards the limit on the fields of a response. */
import { EnumRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { projectionOf } from '../../data/read/walker.ts';
import type { Context } from '../builder.ts';

export type Resolver = (parent: any, args: any, context: any, info: any) => unknown;

/** Whether a type, in the notation of the builder, is a list of objects. */
export const isObjectList = (type: unknown): boolean =>
  Array.isArray(type) && typeof type[0] !== 'string' && !(type[0] instanceof EnumRef);

/** The same resolver; its list is an error if the response cannot have so many more fields. */
export function countFields(resolve: Resolver): Resolver {
  return (parent: unknown, args: unknown, context: Context, info: GraphQLResolveInfo): unknown => {
    const value = resolve(parent, args, context, info);
    return value instanceof Promise
      ? value.then((list: unknown) => counted(list, context, info))
      : counted(value, context, info);
  };
}

function counted(list: unknown, { execution }: Context, info: GraphQLResolveInfo): unknown {
  if (Array.isArray(list) && list.length > 0)
    execution.allowance.takeFields(list.length * projectionOf(info).fieldCount);
  return list;
}
