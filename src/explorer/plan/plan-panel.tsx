/** The panel of the plan: the most that the operation can cost, and what costs most. */
import { Markdown } from '../errors/markdown.tsx';
import type { Cost, Limit, Plan, PlanState, Units } from './plan.ts';

/** Quota units in words: `3 VIDEO units`. */
export const unitText = ({ bucket, units }: Units): string =>
  `${units} ${bucket} ${units === 1 ? 'unit' : 'units'}`;

/** A cost in words: `4 REST calls, 3 VIDEO units`. */
function costText({ requests, units }: Cost): string {
  const calls = `${requests} REST ${requests === 1 ? 'call' : 'calls'}`;
  return [calls, ...units.map(unitText)].join(', ');
}

/** The plan in one line. */
export function PlanLine({ state }: { readonly state: PlanState }) {
  if (state.kind === 'empty') return <span>Write an operation to see what it costs.</span>;
  if (state.kind === 'loading') return <span>Computing the maximum cost …</span>;
  if (state.kind === 'invalid') return <span className="wrong">No plan: {state.message}</span>;
  const { plan, before } = state;
  const [worst] = mostExpensive(plan);
  return (
    <>
      <span className={plan.admitted ? '' : 'wrong'}>
        {plan.admitted ? 'At most ' : 'Would be refused: up to '}
        <strong data-testid="plan-cost">{costText(plan)}</strong>
      </span>
      {plan.perHour && <span>, and each hour {costText(plan.perHour)}</span>}
      {before && <span className="muted"> · before {costText(before)}</span>}
      {worst && <span className="muted"> · most by {worst.path}</span>}
    </>
  );
}

const unitsOf = ({ units }: Cost): number => units.reduce((sum, each) => sum + each.units, 0);

const mostExpensive = ({ fields }: Plan) =>
  fields.toSorted((a, b) => unitsOf(b) - unitsOf(a) || b.requests - a.requests);

/** The whole plan. */
export function PlanPanel({ state }: { readonly state: PlanState }) {
  // The line above the panel has no place for a long message.
  if (state.kind === 'invalid') return <p className="wrong message">{state.message}</p>;
  if (state.kind !== 'plan') return null;
  const { plan } = state;
  const fields = mostExpensive(plan);
  const most = Math.max(1, ...fields.map(unitsOf));
  return (
    <div className="plan">
      {!plan.admitted && <Refusal plan={plan} />}
      <p className="muted">
        {plan.requests === 0
          ? 'This operation makes no REST call.'
          : 'The most that can happen: each list is as long as its `first` (20 without one), on the shortest pages that the service may return. A smaller `first` on a list near the root saves most.'}
      </p>
      {fields.length > 0 && (
        <table aria-label="Cost by field">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">REST calls</th>
              <th scope="col">Quota units</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((each) => (
              <tr key={each.path}>
                <th scope="row">{each.path}</th>
                <td>{each.requests}</td>
                <td>
                  <meter min={0} max={most} value={unitsOf(each)} aria-label="units" />
                  {unitsText(each)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {plan.operations.length > 0 && (
        <table aria-label="Cost by REST operation">
          <thead>
            <tr>
              <th scope="col">REST operation</th>
              <th scope="col">Calls</th>
              <th scope="col">Quota units</th>
            </tr>
          </thead>
          <tbody>
            {plan.operations.map((each) => (
              <tr key={each.operation}>
                <th scope="row">{each.operation}</th>
                <td>{each.requests}</td>
                <td>{unitsText(each)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

const unitsText = ({ units }: Cost): string =>
  units.map(({ bucket, units: n }) => `${n} ${bucket}`).join(', ') || '0';

function Refusal({ plan: { limits, advice } }: { readonly plan: Plan }) {
  return (
    <div role="alert" className="wrong">
      {limits
        .filter(({ exceeded }) => exceeded)
        .map((limit) => (
          <p key={`${limit.kind} ${limit.bucket ?? ''}`}>{limitText(limit)}</p>
        ))}
      {advice !== null && <Markdown>{advice}</Markdown>}
    </div>
  );
}

function limitText({ kind, bucket, limit, value, usedBy }: Limit): string {
  const unit = bucket === null ? 'REST calls' : `quota units of ${bucket}`;
  const left = kind === 'budget' ? 'are left' : 'are allowed';
  return `${value} ${unit} are possible, ${limit} ${left}. Most are used by ${usedBy.join(', ')}.`;
}
