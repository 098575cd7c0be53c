/** What this page has cost, and what is left of the budget. */
import { useEffect, useSyncExternalStore } from 'react';
import type { SentCalls } from 'studiograph/extensions';
import { useQuery } from 'studiograph/react';
import { getCosts, onCost, sumOf } from './cost';
import { Budget } from './documents';
import { Time, words } from './parts';

const Units = ({ of }: { of: SentCalls['units'] }) => (
  <span className="units">
    {Object.entries(of).map(([bucket, count]) => (
      <span key={bucket}>
        {count} {words(bucket)}
      </span>
    ))}
  </span>
);

export function CostBar() {
  const costs = useSyncExternalStore(onCost, getCosts);
  const { requests, units } = sumOf(Object.values(costs));
  const { data, error, refetch } = useQuery(Budget);
  // Reading the budget makes no REST call, and so does not repeat this.
  useEffect(() => {
    const timer = setTimeout(() => void refetch(), 500);
    return () => clearTimeout(timer);
  }, [requests, refetch]);
  const buckets = data?.quota.buckets ?? [];
  const limited = buckets.filter(({ limit, exhausted }) => limit != null || exhausted);
  return (
    <aside aria-label="Cost">
      <p>
        <strong className="large">{requests}</strong> calls · quota units:
        <Units of={units} />
      </p>
      <ul aria-label="Budget">
        {error ? <li>The budget cannot be read.</li> : null}
        {limited.map(({ bucket, limit, remaining, exhausted, resetAt }) => (
          <li key={bucket}>
            <strong>{words(bucket)}</strong>
            <span>{exhausted ? 'is spent' : `${remaining} of ${limit} units left`}</span>
            <meter aria-hidden="true" max={limit ?? 1} value={exhausted ? 0 : (remaining ?? 0)} />
            <span className="soft">
              reset <Time at={resetAt} />
            </span>
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
                <td>
                  <Units of={cost.units} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </aside>
  );
}
