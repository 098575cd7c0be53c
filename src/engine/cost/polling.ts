/** What the poller of a subscription costs. */
import type { CallNeeds } from '../read/needs.ts';
import type { PreparedOperation } from './estimate.ts';
import type { CostSum } from './field-cost.ts';

const hourMs = 3_600_000;

/** The maximum cost of one hour of a subscription without events. */
export function pollingOf({ schema, operation }: PreparedOperation): CostSum {
  const fields = schema.getSubscriptionType()?.getFields() ?? {};
  const [node] = operation.selectionSet.selections;
  const field = node?.kind === 'Field' ? fields[node.name.value] : undefined;
  const poll = (field?.extensions.needs as CallNeeds | undefined)?.poll;
  if (!poll) return { calls: 0, units: {} };
  const { operation: read, intervalMs } = poll;
  const calls = Math.ceil(hourMs / intervalMs);
  return { calls, units: read.units === null ? {} : { [read.bucket]: calls * read.units } };
}
