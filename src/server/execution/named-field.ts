/** Resolves fields of executions that name the fields of their calls. */
import { runForField } from '../../engine/trace/call-record.ts';
import type { FieldInfo, Frame, Key } from './frame.ts';
import type { ArgumentValues, FieldPlan } from './operation-plan.ts';

/** A field of one object. */
interface FieldOfObject {
  readonly plan: FieldPlan;
  readonly frame: Frame;
  readonly args: ArgumentValues;
}

/** @returns what the resolver of the field returns: its calls name the field */
export const resolveNamed = (
  { plan, frame, args }: FieldOfObject,
  source: unknown,
  context: unknown,
  info: FieldInfo,
): unknown =>
  runForField(responseNames(frame, plan.key), () => plan.resolve(source, args, context, info));

/** The response names of a position, with dots and without the indexes of lists. */
function responseNames({ parent, key: ownKey, shape }: Frame, key: Key): string {
  const above = parent ? responseNames(parent, ownKey) : '';
  if (!('fields' in shape)) return above;
  return above === '' ? String(key) : `${above}.${key}`;
}
