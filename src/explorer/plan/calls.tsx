/** The panel of calls: the REST calls of the last run, in waves, with what each was for. */
import { useState } from 'react';
import type { CallAttempt, CostReport, Trace, TracedCall } from '../../../schema/extensions.js';
import { isWithin } from '../editor/field-path.ts';
import { Markdown } from '../errors/markdown.tsx';
import { outcomeOf } from '../outcome.ts';
import { responseOf, useResponse } from '../response.ts';
import { costOf } from '../stream.ts';
import { ServiceTag } from '../service/service-tag.tsx';
import { CallDetails } from './call-details.tsx';
import { type CallGroup, type Wave, wavesOf } from './waves.ts';
import { counted, methodOf, ms, unitText } from './words.ts';

/** All calls of the last response of the tab. */
export function Calls() {
  const response = useResponse(responseOf);
  const { trace, cost } = response?.extensions ?? {};
  if (response === undefined) return <p>Run an operation to see its REST calls.</p>;
  if (trace === undefined) return <Markdown>{outcomeOf(response).sentence}</Markdown>;
  return <Waves trace={trace} cost={cost} />;
}

interface WavesProps {
  readonly trace: Trace;
  readonly cost: CostReport | undefined;
}

function Waves({ trace, cost }: WavesProps) {
  const [choice, setChoice] = useState<{ readonly trace: Trace; readonly group: CallGroup }>();
  // After a new response, nothing is open.
  const opened = choice?.trace === trace ? choice.group : undefined;
  const waves = wavesOf(trace);
  const field = useResponse(({ pointedAt }) => pointedAt && callField(trace, pointedAt));
  const close = (): void => setChoice(undefined);
  const toggle = (group: CallGroup): void =>
    isSame(group, opened) ? close() : setChoice({ trace, group });
  return (
    <div className="calls">
      <Totals trace={trace} cost={cost} waves={waves.length} />
      <div className="calls-body">
        {waves.length > 0 && (
          <ol className="waves" aria-label="REST calls">
            {waves.map((wave, index) => (
              <WaveColumn
                // They have no other identity than their place.
                key={`${index}`}
                wave={wave}
                number={index + 1}
                trace={trace}
                field={field}
                opened={opened}
                onToggle={toggle}
              />
            ))}
          </ol>
        )}
        {opened && <CallDetails trace={trace} group={opened} onClose={close} />}
      </div>
    </div>
  );
}

/** @returns the field whose calls have answered a field: itself, or the closest one around it */
function callField({ calls }: Trace, field: string): string | undefined {
  const around = calls.flatMap(({ fields }) => fields.filter((each) => isWithin(field, each)));
  return around.toSorted((a, b) => b.length - a.length)[0];
}

const isSame = (group: CallGroup, other: CallGroup | undefined): boolean =>
  group.calls[0] === other?.calls[0];

interface TotalsProps extends WavesProps {
  /** How many there are. */
  readonly waves: number;
}

/** `13 REST calls instead of 29 with one for each object · 5 waves · 120 ms · 3 VIDEO units`. */
function Totals({ trace, cost, waves }: TotalsProps) {
  const units = cost ? costOf(cost).units.map(unitText) : [];
  const sent = cost?.requests ?? trace.calls.length;
  // Of a mutation it is the read of what the call for it has answered: nobody would make that.
  const isMutation = useResponse(({ tab, mutations }) => mutations[tab]);
  const avoided = isMutation ? 0 : (cost?.avoided ?? 0);
  return (
    <p className="totals" data-testid="totals">
      <strong>{counted(sent, 'REST call')}</strong>
      {avoided > 0 && (
        <span className="instead">
          {' '}
          instead of {sent + avoided}
          <span className="muted"> with one for each object</span>
        </span>
      )}
      <span className="muted">
        {' '}
        {[waves > 0 && counted(waves, 'wave'), ms(trace.durationMs), ...units]
          .filter(Boolean)
          .map((text) => ` · ${text as string}`)}
      </span>
    </p>
  );
}

interface WaveProps {
  readonly wave: Wave;
  readonly number: number;
  readonly trace: Trace;
  /** The calls for this field are marked. */
  readonly field: string | undefined;
  readonly opened: CallGroup | undefined;
  readonly onToggle: (group: CallGroup) => void;
}

function WaveColumn({ wave, number, trace, field, opened, onToggle }: WaveProps) {
  return (
    <li className="wave">
      <h3>{number === 1 ? 'At once' : `Then, after ${ms(wave.startMs)}`}</h3>
      <ul>
        {wave.groups.map((group) => (
          <GroupCard
            key={group.calls[0]}
            group={group}
            trace={trace}
            isMarked={field !== undefined && group.fields.includes(field)}
            isOpen={isSame(group, opened)}
            onToggle={() => onToggle(group)}
          />
        ))}
      </ul>
    </li>
  );
}

interface CardProps {
  readonly group: CallGroup;
  readonly trace: Trace;
  readonly isMarked: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function GroupCard({ group, trace, isMarked, isOpen, onToggle }: CardProps) {
  const { operation, service, fields } = group;
  const pointAt = useResponse((state) => state.pointAt);
  const calls = group.calls.map((index) => trace.calls[index]!);
  const hasFailed = calls.some(({ error }) => error !== undefined);
  const classes = ['call', isMarked && 'marked', hasFailed && 'failed'];
  return (
    <li
      className={classes.filter(Boolean).join(' ')}
      data-service={service}
      data-operation={operation}
      data-calls={calls.length}
      onMouseEnter={() => pointAt(fields[0])}
      onMouseLeave={() => pointAt(undefined)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        onFocus={() => pointAt(fields[0])}
        onBlur={() => pointAt(undefined)}
      >
        <span className="call-name">
          <ServiceTag service={service} /> {methodOf(operation)}
          {calls.length > 1 && <strong> × {calls.length}</strong>}
        </span>
        <small>{factsOf(calls).join(' · ')}</small>
        <Bars calls={calls} total={trace.durationMs} />
        <small className="call-for" title={fields.join(', ')}>
          {fields.map(lastNames).join(', ')}
        </small>
      </button>
    </li>
  );
}

/** The last two names of a path. */
const lastNames = (path: string): string => path.split('.').slice(-2).join('.');

/** What there is to say about calls of a group, the unusual first. */
function factsOf(calls: readonly TracedCall[]): string[] {
  const sum = (of: (call: TracedCall) => number): number =>
    calls.reduce((all, call) => all + of(call), 0);
  const ids = sum((call) => call.ids ?? 0);
  const units = sum((call) => call.units);
  return [
    failureOf(calls),
    sourceOf(calls, 'cache', 'from the cache'),
    sourceOf(calls, 'shared', 'shared'),
    ids > 0 && counted(ids, 'id'),
    counted(units, 'unit'),
    ms(Math.max(...calls.map(({ durationMs }) => durationMs))),
  ].filter((text) => text !== false);
}

/** @returns how many answers of a group are from a source; false for none */
function sourceOf(
  calls: readonly TracedCall[],
  source: TracedCall['source'],
  words: string,
): string | false {
  const count = calls.filter((call) => call.source === source).length;
  if (count === 0) return false;
  return count === calls.length ? words : `${count} ${words}`;
}

/** @returns how a call of a group has failed, and how many have; false for none */
function failureOf(calls: readonly TracedCall[]): string | false {
  const failed = calls.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return false;
  const status = failed[0]!.attempts.at(-1)?.status ?? 'no answer';
  return calls.length === 1 ? `✕ ${status}` : `✕ ${status}, ${failed.length} failed`;
}

const share = (time: number, total: number): string => `${(100 * time) / Math.max(total, 0.001)}%`;

const isFailed = ({ status = 0, error }: CallAttempt): boolean =>
  error !== undefined || status >= 400;

interface BarsProps {
  readonly calls: readonly TracedCall[];
  readonly total: number;
}

/** The waits and the requests of calls on the time of the execution. */
function Bars({ calls, total }: BarsProps) {
  const spans = calls.flatMap((call) => [
    ...call.waits.map((wait) => ({ ...wait, kind: 'wait' })),
    ...call.attempts.map((attempt) => ({
      ...attempt,
      kind: isFailed(attempt) ? 'request failed' : 'request',
    })),
  ]);
  return (
    <span className="bars" aria-hidden="true">
      {spans.map(({ kind, startMs, durationMs }, index) => (
        <span
          // They have no other identity than their place.
          key={`${index} ${kind}`}
          className={kind}
          style={{
            insetInlineStart: share(startMs, total),
            inlineSize: `max(2px, ${share(durationMs, total)})`,
          }}
        />
      ))}
    </span>
  );
}
