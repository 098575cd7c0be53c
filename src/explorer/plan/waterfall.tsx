/** The panel of calls: each REST call of the last run, when it ran, for what, and why then. */
import { type KeyboardEvent, useState } from 'react';
import type { CallAttempt, CostReport, Trace, TracedCall } from '../../../schema/extensions.js';
import { curlOf } from './curl.ts';
import { ErrorCode } from '../errors/error-code.tsx';
import { isWithin } from '../editor/field-path.ts';
import { unitText } from './plan-panel.tsx';
import { responseOf, useResponse } from '../response.ts';

/** All calls of a trace. */
export function Waterfall() {
  const response = useResponse(responseOf);
  const pointedAt = useResponse((state) => state.pointedAt);
  const { trace, cost } = response?.extensions ?? {};
  if (response === undefined) return <p>Run an operation to see its REST calls.</p>;
  // What was rejected before it ran has made no call: the errors say all.
  if (trace === undefined)
    return (
      cost && (
        <p>
          The gateway sent no trace, but it made {cost.requests} REST calls. It sends one if its
          setting <code>TRACE</code> is on.
        </p>
      )
    );
  return (
    <div className="waterfall">
      <Totals trace={trace} cost={cost} />
      {trace.calls.length > 0 && (
        <table aria-label="REST calls">
          <thead>
            <tr>
              <th scope="col">REST operation</th>
              <th scope="col">Status</th>
              <th scope="col">Units</th>
              <th scope="col">Ids</th>
              <th scope="col">
                Time of {ms(trace.durationMs)}: <span className="sample wait" /> waiting,{' '}
                <span className="sample request" /> request
              </th>
            </tr>
          </thead>
          <tbody>
            {trace.calls.map((call, index) => (
              <Row
                // Calls have no other identity than their place.
                key={`${index} ${call.operation}`}
                call={call}
                index={index}
                trace={trace}
                isMarked={pointedAt !== undefined && asksFor(call, pointedAt)}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

const ms = (time: number): string => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`;

/** Whether a call was made for a field: the deepest field around it that made one. */
const asksFor = (call: TracedCall, field: string): boolean =>
  call.fields.some((each) => isWithin(field, each));

function Totals({ trace, cost }: { readonly trace: Trace; readonly cost: CostReport | undefined }) {
  const units = Object.entries(cost?.units ?? {}).map(([bucket, n]) =>
    unitText({ bucket, units: n }),
  );
  const sent = cost?.requests ?? trace.calls.length;
  return (
    <p data-testid="totals">
      {[`${sent} REST ${sent === 1 ? 'call' : 'calls'}`, ...units].join(', ')} in{' '}
      {ms(trace.durationMs)}
      {cost !== undefined &&
        cost.avoided > 0 &&
        ` · ${cost.avoided} calls avoided: by batches, and by asking for nothing twice`}
    </p>
  );
}

interface RowProps {
  readonly call: TracedCall;
  readonly index: number;
  readonly trace: Trace;
  readonly isMarked: boolean;
}

function Row({ call, index, trace, isMarked }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const { pointAt } = useResponse();
  const status = call.attempts.at(-1)?.status;
  const classes = ['call', isMarked && 'marked', call.error !== undefined && 'failed'];
  return (
    <>
      <tr
        className={classes.filter(Boolean).join(' ')}
        onMouseEnter={() => pointAt(call.fields[0])}
        onMouseLeave={() => pointAt(undefined)}
      >
        <th scope="row">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            onFocus={() => pointAt(call.fields[0])}
            onBlur={() => pointAt(undefined)}
          >
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {index + 1}. {call.operation}
          </button>
        </th>
        <td>{call.source === 'service' ? (status ?? 'no answer') : call.source}</td>
        <td>{call.units}</td>
        <td>{call.ids ?? ''}</td>
        <td className="time">
          <Bars call={call} total={trace.durationMs} />
        </td>
      </tr>
      {isOpen && (
        <tr className="detail">
          <td colSpan={5}>
            <Detail call={call} trace={trace} />
          </td>
        </tr>
      )}
    </>
  );
}

const share = (time: number, total: number): string => `${(100 * time) / Math.max(total, 0.001)}%`;

const isFailed = ({ status = 0, error }: CallAttempt): boolean =>
  error !== undefined || status >= 400;

/** The waits and the requests of a call on the time of the execution. */
function Bars({ call, total }: { readonly call: TracedCall; readonly total: number }) {
  const spans = [
    ...call.waits.map((wait) => ({ ...wait, kind: 'wait', text: `waits: ${wait.reason}` })),
    ...call.attempts.map((attempt) => ({
      ...attempt,
      kind: isFailed(attempt) ? 'request failed' : 'request',
      text: `request: ${attempt.status ?? attempt.error ?? ''}`,
    })),
  ];
  return (
    <div className="bars" role="img" aria-label={`${ms(call.startMs)} + ${ms(call.durationMs)}`}>
      {spans.map(({ kind, text, startMs, durationMs }) => (
        <span
          key={`${kind} ${text} ${startMs}`}
          className={kind}
          title={`${text}, ${ms(durationMs)}`}
          style={{
            insetInlineStart: share(startMs, total),
            inlineSize: `max(2px, ${share(durationMs, total)})`,
          }}
        />
      ))}
      <small>{ms(call.durationMs)}</small>
    </div>
  );
}

function Detail({ call, trace }: { readonly call: TracedCall; readonly trace: Trace }) {
  const { part, mask, attempts, error, fields, waits } = call;
  return (
    <dl>
      <Fact name="Asked for by">{fields.join(', ')}</Fact>
      {part && <Fact name="part">{part.join(',')}</Fact>}
      {mask !== undefined && <Fact name="fields">{mask}</Fact>}
      {waits.map((wait) => (
        <Fact key={`${wait.reason} ${wait.startMs}`} name={reasons[wait.reason] ?? wait.reason}>
          {ms(wait.durationMs)}
          {wait.calls && ` (${wait.calls.map((at) => callName(trace, at)).join(', ')})`}
        </Fact>
      ))}
      {attempts.map(({ startMs, durationMs, status, error: failure }, index) => (
        <Fact key={startMs} name={`Request ${index + 1}`}>
          {status ?? failure} after {ms(durationMs)}, sent at {ms(startMs)}
        </Fact>
      ))}
      {call.source === 'shared' && <Fact name="Shared">The answer of an equal call</Fact>}
      {error !== undefined && (
        <Fact name="Error">
          <ErrorCode code={error} />
        </Fact>
      )}
      <Copy call={call} />
    </dl>
  );
}

/** What a wait was for, in the words of a user. */
const reasons: Readonly<Record<string, string>> = {
  ids: 'Needed ids of',
  order: 'Followed another call of its field',
  batch: 'Waited for its batch',
  place: 'Waited for a place among the reads',
  connection: 'Waited for a connection',
  rateLimit: 'Waited for the end of a rate limit',
  backOff: 'Waited before the next attempt',
  quota: 'Waited for the quota',
};

const callName = ({ calls }: Trace, at: number): string =>
  `${at + 1}. ${calls[at]?.operation ?? '?'}`;

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Copy({ call }: { readonly call: TracedCall }) {
  const [isCopied, setCopied] = useState(false);
  const command = curlOf(call);
  if (command === undefined) return <Fact name="curl">The URL of this request is a secret.</Fact>;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(command);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  const stop = (event: KeyboardEvent): void => event.stopPropagation();
  return (
    <Fact name="curl">
      <button type="button" onKeyDown={stop} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy as curl'}
      </button>
      <code className="curl">{command}</code>
    </Fact>
  );
}
