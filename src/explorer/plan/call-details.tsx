/** What is known of the calls of a group: what they were for, what they waited for, and so on. */
import { type ReactNode, useState } from 'react';
import type { Trace, TracedCall } from '../../../schema/extensions.js';
import { ErrorCode } from '../errors/error-code.tsx';
import { copyText } from '../parts/copy.ts';
import { services } from '../service/service.ts';
import { ServiceTag } from '../service/service-tag.tsx';
import { curlOf } from './curl.ts';
import type { CallGroup } from './waves.ts';
import { counted, methodOf, ms } from './words.ts';

interface DetailsProps {
  readonly trace: Trace;
  readonly group: CallGroup;
  readonly onClose: () => void;
}

export function CallDetails({ trace, group, onClose }: DetailsProps) {
  const { service, operation, fields, calls } = group;
  return (
    <section
      ref={showWhole}
      className="detail"
      aria-label={`${services[service].name} ${methodOf(operation)}`}
    >
      <header>
        <h3>
          <ServiceTag service={service} /> {methodOf(operation)}
        </h3>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <dl>
        <Fact name="Asked for by">{fields.join(', ')}</Fact>
      </dl>
      {calls.map((index, place) => (
        <details key={index} open={place === 0}>
          <summary>
            Call {index + 1}, {summaryOf(trace.calls[index]!)}
          </summary>
          <CallFacts call={trace.calls[index]!} trace={trace} />
        </details>
      ))}
    </section>
  );
}

/** In a narrow window the details are below all calls. */
const showWhole = (section: HTMLElement | null): void =>
  section?.scrollIntoView({ block: 'nearest' });

function summaryOf({ attempts, source, units, durationMs }: TracedCall): string {
  const status = attempts.at(-1)?.status ?? 'no answer';
  const from = source === 'service' ? String(status) : sources[source];
  return `${from}, ${counted(units, 'unit')}, ${ms(durationMs)}`;
}

const sources = { shared: 'the answer of an equal call', cache: 'from the cache' };

function CallFacts({ call, trace }: { readonly call: TracedCall; readonly trace: Trace }) {
  const { part, mask, attempts, error, waits, ids } = call;
  return (
    <dl>
      {error !== undefined && (
        <Fact name="Error">
          <ErrorCode code={error} />
        </Fact>
      )}
      {ids !== undefined && <Fact name="Ids in one call">{ids}</Fact>}
      {part && <Fact name="part">{part.join(',')}</Fact>}
      {mask !== undefined && <Fact name="fields">{mask}</Fact>}
      {waits.map((wait) => (
        <Fact key={`${wait.reason} ${wait.startMs}`} name={reasons[wait.reason] ?? wait.reason}>
          {wait.calls && `${callNames(trace, wait.calls)}, `}
          {ms(wait.durationMs)}
        </Fact>
      ))}
      {attempts.map(({ startMs, durationMs, status, error: failure }, index) => (
        <Fact key={startMs} name={`Request ${index + 1}`}>
          {status ?? failure} after {ms(durationMs)}, sent at {ms(startMs)}
        </Fact>
      ))}
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

/** Names of so many calls are of use. */
const maxNames = 3;

function callNames({ calls }: Trace, indexes: readonly number[]): string {
  const names = indexes
    .slice(0, maxNames)
    .map((index) => `${index + 1}. ${methodOf(calls[index]?.operation ?? '?')}`);
  const more = indexes.length - names.length;
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Copy({ call }: { readonly call: TracedCall }) {
  const [said, say] = useState<string>();
  const command = curlOf(call);
  if (command === undefined) return <Fact name="curl">The URL of this request is a secret.</Fact>;
  const copy = async (): Promise<void> => {
    say((await copyText(command)) ? 'Copied' : 'Not allowed: select it');
    setTimeout(() => say(undefined), 2_000);
  };
  return (
    <Fact name="curl">
      <button type="button" onClick={() => void copy()}>
        {said ?? 'Copy as curl'}
      </button>
      <code className="curl">{command}</code>
    </Fact>
  );
}
