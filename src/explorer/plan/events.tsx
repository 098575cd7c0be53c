/** The events of a subscription: when each came, what it has cost, and what all have. */
import './events.css';
import { memo, useEffect } from 'react';
import type { SentCalls } from '../../../schema/extensions.js';
import { useShowResult } from '../editor/result.ts';
import { streamOf, useResponse } from '../response.ts';
import {
  costOf,
  pollingPerMinute,
  type Stream,
  type StreamEnd,
  type StreamEvent,
} from '../stream.ts';
import { summaryOf } from './event-summary.ts';
import { usePlans } from './use-plan.ts';
import { costText, counted, timeText } from './words.ts';

/** The events of the subscription of the tab that is shown; nothing if there is none. */
export function Events() {
  const stream = useResponse(streamOf);
  useHourOfPlan();
  // A subscription that has not begun has no events: its error says why.
  if (!stream || (stream.end && stream.events.length === 0)) return null;
  return (
    <section className="events" aria-label="Events of the subscription">
      <Totals stream={stream} />
      {stream.events.length > 0 && <EventTable stream={stream} />}
    </section>
  );
}

/** Notes what the plan says of an hour: later the user may write another operation. */
function useHourOfPlan(): void {
  const tab = useResponse((state) => state.tab);
  const planStream = useResponse((state) => state.planStream);
  const isUnknown = useResponse((state) => {
    const stream = streamOf(state);
    return stream !== undefined && stream.perHour === undefined;
  });
  const plan = usePlans(({ tabs }) => tabs[tab]?.last?.plan);
  useEffect(() => {
    if (plan && isUnknown) planStream(tab, plan.perHour);
  }, [plan, isUnknown, tab, planStream]);
}

const spent = (calls: SentCalls): string => costText(costOf(calls));

function Totals({ stream }: { readonly stream: Stream }) {
  const { events, dropped, own, polling, perHour } = stream;
  const rate = pollingPerMinute(stream);
  return (
    <div data-testid="stream-totals">
      <p className="totals">
        <strong>{counted(events.length + dropped, 'event')}</strong>
        <span className="muted"> since {timeText(stream.startedAt)} · </span>
        <span role="status" data-testid="stream-state">
          <StreamState stream={stream} />
        </span>
      </p>
      <dl>
        <Fact name="Events">{spent(own)}</Fact>
        <Fact name="Polling">
          {spent(polling)}
          {rate && <span className="muted"> · so far {costText(rate)} a minute</span>}
        </Fact>
        {perHour && <Fact name="Plan">{costText(perHour)} in an hour without events</Fact>}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function StreamState({ stream: { end, events } }: { readonly stream: Stream }) {
  if (end) return <span className={end.kind === 'error' ? 'wrong' : ''}>{endText(end)}</span>;
  if (events.length === 0) return <span>Waiting for the first event …</span>;
  return (
    <span className="muted">
      It runs. Polls since the last event are counted with the next one.
    </span>
  );
}

function endText({ kind, at, message }: StreamEnd): string {
  const time = timeText(at);
  if (kind === 'stopped') return `Stopped by you at ${time}.`;
  if (kind === 'completed') return `Completed by the gateway at ${time}.`;
  return `Ended with an error at ${time}: ${message ?? 'no reason is known'}`;
}

function EventTable({ stream: { events, dropped, selected } }: { readonly stream: Stream }) {
  const selectEvent = useResponse((state) => state.selectEvent);
  const showResult = useShowResult();
  const select = (number: number | undefined): void => {
    const shown = selectEvent(number);
    if (shown) showResult(shown);
  };
  const last = events.at(-1)!.number;
  const current = selected ?? last;
  return (
    <>
      {selected !== undefined && (
        <button type="button" onClick={() => select(undefined)}>
          Show each new event
        </button>
      )}
      <div className="event-list">
        <table aria-label="Events">
          <thead>
            <tr>
              <th scope="col">Event</th>
              <th scope="col">Time</th>
              <th scope="col">Content</th>
              <th scope="col">Its calls</th>
              <th scope="col">Polling since the event before</th>
            </tr>
          </thead>
          <tbody>
            {events.toReversed().map((event) => (
              <Row
                key={event.number}
                event={event}
                isShown={event.number === current}
                onSelect={select}
              />
            ))}
          </tbody>
        </table>
      </div>
      {dropped > 0 && <p className="muted">{counted(dropped, 'earlier event')} not kept.</p>}
    </>
  );
}

interface RowProps {
  readonly event: StreamEvent;
  readonly isShown: boolean;
  readonly onSelect: (number: number) => void;
}

const Row = memo(function EventRow({ event, isShown, onSelect }: RowProps) {
  const { number, receivedAt, response } = event;
  const { cost } = response.extensions ?? {};
  return (
    <tr className={isShown ? 'marked' : ''}>
      <th scope="row">
        <button
          type="button"
          className="link"
          aria-pressed={isShown}
          aria-label={`Show event ${number}`}
          onClick={() => onSelect(number)}
        >
          {number}
        </button>
      </th>
      <td>
        <time dateTime={new Date(receivedAt).toISOString()}>{timeText(receivedAt)}</time>
      </td>
      <td className="summary">{summaryOf(response)}</td>
      <td data-label="Its calls">{cost ? spent(cost) : ''}</td>
      <td data-label="Polling">{cost?.polling ? spent(cost.polling) : ''}</td>
    </tr>
  );
});
