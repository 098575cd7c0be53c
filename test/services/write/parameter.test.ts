/** What every mutation sends although its input does not name it. */
import { describe, expect, it } from 'vitest';
import type { AnyOperation } from '../../../src/engine/api/operation.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { type Call, useStudio } from '../../support/gateway/studio.ts';
import { type Case, caseOf, fullInput, namesOf, requiredInput } from './case/case.ts';
import type { Input } from './fixture/fixture.ts';
import { isEntityUpdate, storedValue } from './case/field-value.ts';
import { writeCalls, writeOperations } from './case/request.ts';
import { run } from './case/run.ts';

const studio = useStudio();

const takes = ({ query, writable = [] }: AnyOperation, name: string): boolean =>
  Object.hasOwn(query, name) || writable.includes(name);

/** Mutations with a write operation that takes a parameter, or has it in its body. */
const taking = (...parameters: readonly string[]): string[] =>
  namesOf((each) =>
    writeOperations(each).some((one) => parameters.some((name) => takes(one, name))),
  );

/** The write calls of an input, which must be accepted, each with its operation. */
async function callsOf(each: Case, input: Input): Promise<(readonly [Call, AnyOperation])[]> {
  const { errors, failures } = await run(studio, each, input);
  expect([errors, failures]).toEqual([[], []]);
  const operations = new Map(writeOperations(each).map((one) => [one.key as string, one]));
  return writeCalls(studio, each).map((call) => [call, operations.get(call.operation)!]);
}

/** The parameters by which a service tells people of a write, with the value that tells nobody. */
const silent: Readonly<Record<string, unknown>> = {
  sendUpdates: 'none',
  // For events an older form of `sendUpdates`.
  sendNotifications: 'false',
  sendNotificationEmail: 'false',
  notifySubscribers: 'false',
  // In the body.
  sendNotification: false,
};

/** An input that is sent, of which people could be told. */
function inputOf(each: Case): Input {
  const needed = each.fields.find(({ name }) => name === 'notify')?.with;
  // An update without a change is not sent.
  return isEntityUpdate(each) ? fullInput(each) : { ...requiredInput(each), ...needed };
}

/** The parameters that tell people of the writes, with their values. */
const notifications = (calls: readonly (readonly [Call, AnyOperation])[]) =>
  calls.flatMap(([{ query, body }, operation]) => {
    const parameter = Object.keys(silent).find((one) => takes(operation, one));
    if (parameter === undefined) return [];
    return [[parameter, query[parameter]?.[0] ?? (body as Input)?.[parameter]] as const];
  });

/** Workflows, of which only some calls tell people. */
const isWorkflow = ({ kind }: Case): boolean => kind === 'workflow';

describe('a write', () => {
  it.each(taking(...Object.keys(silent)))(
    'tells nobody unless the input asks for it: %s',
    async (name) => {
      const each = caseOf(name);
      const { notify: _, ...input } = inputOf(each);
      const calls = await callsOf(each, input);
      const sent = notifications(calls);
      expect(sent.length).toBeGreaterThan(0);
      expect(sent).toEqual(sent.map(([parameter]) => [parameter, silent[parameter]]));
    },
  );
  const notifying = taking(...Object.keys(silent)).filter((name) => !isWorkflow(caseOf(name)));
  it.each(notifying)('tells those whom the input names: %s', async (name) => {
    const each = caseOf(name);
    const field = each.fields.find((one) => one.name === 'notify')!;
    for (const index of [0, 1] as const) {
      studio.sandbox.reset(start);
      studio.sandbox.clearCalls();
      const calls = await callsOf(each, { ...inputOf(each), notify: field.values[index] });
      const told = notifications(calls).map(([, value]) => String(value));
      expect(told).toEqual(told.map(() => String(storedValue(field, index))));
      expect(told.length).toBeGreaterThan(0);
    }
  });
  it.each(taking('supportsAllDrives'))('is possible on shared drives: %s', async (name) => {
    const each = caseOf(name);
    const calls = await callsOf(each, fullInput(each));
    const sent = calls
      .filter(([, operation]) => takes(operation, 'supportsAllDrives'))
      .map(([{ query }]) => query['supportsAllDrives']);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent).toEqual(sent.map(() => ['true']));
  });
});
