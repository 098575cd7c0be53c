/** What this page has cost, and what is left of the budget. */
import { useQuery } from '@apollo/client/react';
import { useEffect, useSyncExternalStore } from 'react';
import type { SentCalls } from '../../../schema/extensions';
import { getCosts, onCost, sumOf } from './cost';
import { Budget } from './documents';
import { Time, words } from './parts';

const unitsText = (units: SentCalls['units']): string =>
  Object.entries(units)
    .map(([bucket, count]) => `${count} ${words(bucket)}`)
    .join(', ') || '0';

export function CostBar() {
  const costs = useSyncExternalStore(onCost, getCosts);
  const { requests, units } = sumOf(Object.values(costs));
  const { data, error, refetch } = useQuery(Budget);
  // Reading the budget makes no REST call, and so does not repeat this.
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), 500);
    return () => clearTimeout(timer);
  }, [requests, refetch]);
  return (
    <aside aria-label="Cost">
      <p>
        <strong className="large">{requests}</strong> calls to Google
      </p>
      <p>
        quota units: <strong>{unitsText(units)}</strong>
      </p>
      <ul aria-label="Budget">
        {error ? <li>The budget cannot be read.</li> : null}
        {data?.quota.buckets.map(({ bucket, limit, remaining, exhausted, resetAt }) => (
          <li key={bucket}>
            <strong>{words(bucket)}</strong>
            <span>{limit == null ? 'no limit' : `${remaining} of ${limit} units left`}</span>
            {limit == null ? null : <meter aria-hidden="true" max={limit} value={remaining ?? 0} />}
            {exhausted ? <span>The quota of the service is spent.</span> : null}
            {exhausted || limit != null ? <Time at={resetAt} before="reset" /> : null}
          </li>
        ))}
      </ul>
      <details>
        <summary>Operations</summary>
        <table>
          <tbody>
            {Object.entries(costs).map(([name, cost]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{cost.requests} calls</td>
                <td>quota units: {unitsText(cost.units)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </aside>
  );
}
