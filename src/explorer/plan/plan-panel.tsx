/** The panel of the plan: the most that the operation can cost, and what costs most. */
import type { ReactNode } from 'react';
import type { Service } from '../../../schema/extensions.js';
import { isWithin } from '../editor/field-path.ts';
import { useFieldServices, useShowField } from '../editor/pointer.ts';
import { Markdown } from '../errors/markdown.tsx';
import { useResponse } from '../response.ts';
import { neededScopes, shortScope } from '../../services/shared/scope.ts';
import { serviceOf } from '../service/service.ts';
import { ServiceTag } from '../service/service-tag.tsx';
import {
  type Cost,
  countedBy,
  decidingLimit,
  type Limit,
  type Plan,
  type PlanState,
} from './plan.ts';
import { costText, methodOf } from './words.ts';

/** The plan in one line. */
export function PlanLine({ state }: { readonly state: PlanState }) {
  if (state.kind === 'empty') return <span>Write an operation to see what it costs.</span>;
  if (state.kind === 'loading') return <span>Computing the maximum cost …</span>;
  if (state.kind === 'invalid') return <span className="wrong">No plan: {state.message}</span>;
  const { plan, before, isOld } = state;
  const deciding = decidingLimit(plan);
  return (
    <>
      <span className={plan.admitted ? '' : 'wrong'}>
        {plan.admitted ? 'At most ' : 'Would be refused: up to '}
        <strong data-testid="plan-cost">{costText(plan)}</strong>
      </span>
      {plan.perHour && <span>, and each hour {costText(plan.perHour)}</span>}
      {before && <span className="muted"> · before {costText(before)}</span>}
      {/* Not said aloud: it is for the moment of writing only. */}
      {isOld && (
        <span className="muted" aria-hidden="true">
          {' '}
          · of the last valid text
        </span>
      )}
      {deciding && !isOld && (
        <span className="muted">
          {' '}
          · most {countedBy(deciding)} by {deciding.usedBy[0]}
        </span>
      )}
    </>
  );
}

const unitsOf = ({ units }: Cost): number => units.reduce((sum, each) => sum + each.units, 0);

const mostExpensive = ({ fields }: Plan) =>
  fields.toSorted((a, b) => unitsOf(b) - unitsOf(a) || b.requests - a.requests);

const mostText = (
  <>
    The most that can happen: each list is as long as its <code>first</code>, or its default, on the
    shortest pages that the service may return. A smaller <code>first</code> on a list near the root
    saves most.
  </>
);

/** The whole plan. */
export function PlanPanel({ state }: { readonly state: PlanState }) {
  const servicesOf = useFieldServices();
  // The line above the panel has no place for a long message.
  if (state.kind === 'invalid') return <p className="wrong message">{state.message}</p>;
  if (state.kind !== 'plan') return null;
  const { plan } = state;
  const fields = mostExpensive(plan);
  const most = Math.max(1, ...fields.map(unitsOf));
  return (
    <div className={state.isOld ? 'plan old' : 'plan'}>
      {!plan.admitted && <Refusal plan={plan} />}
      <p className="muted">
        {plan.requests === 0 ? 'This operation makes no REST call.' : mostText}
      </p>
      <Scopes plan={plan} />
      <CostTable label="Cost by field" first="Field" rows={fields}>
        {({ path, ...cost }) => (
          <FieldRow key={path} path={path} services={servicesOf(path)}>
            <td>{cost.requests}</td>
            <td>
              <meter min={0} max={most} value={unitsOf(cost)} aria-label="units" />
              {unitsText(cost)}
            </td>
          </FieldRow>
        )}
      </CostTable>
      <CostTable label="Cost by REST operation" first="REST operation" rows={plan.operations}>
        {({ operation, ...cost }) => (
          <tr key={operation}>
            <th scope="row">
              <OperationName operation={operation} />
            </th>
            <td>{cost.requests}</td>
            <td>{unitsText(cost)}</td>
          </tr>
        )}
      </CostTable>
    </div>
  );
}

/** What the user has to allow. */
function Scopes({ plan }: { readonly plan: Plan }) {
  const scopes = neededScopes(plan.scopes);
  if (scopes.length === 0) return null;
  return (
    <ul className="scopes" aria-label="OAuth scopes">
      {scopes.map(({ anyOf, fields }) => (
        <li key={anyOf[0]}>
          Needs the scope <code title={anyOf.join(' or ')}>{shortScope(anyOf[0]!)}</code>
          <span className="muted"> for {fields.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

interface CostTableProps<Row> {
  readonly label: string;
  /** The title of the first column. */
  readonly first: string;
  readonly rows: readonly Row[];
  readonly children: (row: Row) => ReactNode;
}

function CostTable<Row>({ label, first, rows, children }: CostTableProps<Row>) {
  if (rows.length === 0) return null;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">REST calls</th>
          <th scope="col">Quota units</th>
        </tr>
      </thead>
      <tbody>{rows.map(children)}</tbody>
    </table>
  );
}

interface FieldRowProps {
  readonly path: string;
  readonly services: readonly Service[];
  readonly children: ReactNode;
}

/** A row of a field: it marks the field in the editor, and leads to it. */
function FieldRow({ path, services, children }: FieldRowProps) {
  const pointAt = useResponse((state) => state.pointAt);
  const isMarked = useResponse(
    ({ pointedAt }) => pointedAt !== undefined && isWithin(pointedAt, path),
  );
  const showField = useShowField();
  return (
    <tr
      className={isMarked ? 'marked' : ''}
      onMouseEnter={() => pointAt(path)}
      onMouseLeave={() => pointAt(undefined)}
    >
      <th scope="row">
        {services.map((service) => (
          <ServiceTag key={service} service={service} />
        ))}{' '}
        <button
          type="button"
          className="link"
          onClick={() => showField(path)}
          onFocus={() => pointAt(path)}
          onBlur={() => pointAt(undefined)}
        >
          {path}
        </button>
      </th>
      {children}
    </tr>
  );
}

function OperationName({ operation }: { readonly operation: string }) {
  const service = serviceOf(operation);
  return (
    <>
      {service && <ServiceTag service={service} />} {methodOf(operation)}
    </>
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
