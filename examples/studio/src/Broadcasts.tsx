/** The next broadcasts, each with the event that plans it, its guests, files and their readers. */
import { useQuery } from '@apollo/client/react';
import { Broadcasts as document } from './documents';
import type { BroadcastRowFragment, BroadcastStatusFilter } from './generated/graphql';
import { List, Time, words } from './parts';

export const Broadcasts = ({ calendarId }: { calendarId: string }) => (
  <>
    <BroadcastList title="On air" status="ACTIVE" calendarId={calendarId} />
    <BroadcastList title="Next broadcasts" status="UPCOMING" calendarId={calendarId} />
  </>
);

type Filter = { title: string; status: BroadcastStatusFilter; calendarId: string };

function BroadcastList({ title, status, calendarId }: Filter) {
  const result = useQuery(document, {
    variables: { calendarId, status },
    // Others may have changed the broadcasts.
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.viewer?.broadcasts;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <List
        what="broadcasts"
        list={list && { ...list, edges: list.edges.toSorted(byStart) }}
        result={result}
        load={(after) => result.fetchMore({ variables: { after } })}
      >
        {(broadcast) => <BroadcastCard broadcast={broadcast} />}
      </List>
    </section>
  );
}

type Edge = { node: BroadcastRowFragment };

/** Soonest first: YouTube lists the last one first. */
const byStart = ({ node: one }: Edge, { node: other }: Edge): number =>
  (one.scheduledStartAt ?? '').localeCompare(other.scheduledStartAt ?? '');

function BroadcastCard({ broadcast }: { broadcast: BroadcastRowFragment }) {
  const { id, title, scheduledStartAt, lifeCycleStatus, event } = broadcast;
  return (
    <article aria-label={title ?? undefined}>
      <h3>
        <a href={`#control&id=${encodeURIComponent(id)}`}>{title}</a>
      </h3>
      <p>
        <Time at={scheduledStartAt} /> · {words(lifeCycleStatus)}
      </p>
      {event ? <EventParts {...event} /> : <p className="soft">Not in this calendar.</p>}
    </article>
  );
}

type EventOfRow = NonNullable<BroadcastRowFragment['event']>;

const EventParts = ({ summary, location, attendees, attachments }: EventOfRow) => (
  <>
    <p>
      Event: <strong>{summary}</strong> {location}
    </p>
    <h4>Guests</h4>
    {attendees?.length ? null : <p className="soft">Nobody is invited.</p>}
    <ul>
      {attendees?.map(({ email, displayName, responseStatus }) => (
        <li key={email}>
          {displayName ?? email} <span className="soft">{words(responseStatus)}</span>
        </li>
      ))}
    </ul>
    <h4>Files</h4>
    {attachments?.length ? null : <p className="soft">No files are attached.</p>}
    <ul>
      {attachments?.map(({ title, fileUrl, file }) => (
        <li key={fileUrl}>
          <a href={fileUrl ?? undefined}>{file?.name ?? title}</a>{' '}
          <span className="soft">{readersOf(file)}</span>
        </li>
      ))}
    </ul>
  </>
);

type File = NonNullable<EventOfRow['attachments']>[number]['file'];

/** Who may read a file. Only those who may share it see this. */
function readersOf(file: File): string {
  if (!file) return 'You may not open this file.';
  if (!file.permissions) return 'You may not see who can read it.';
  const { edges, pageInfo } = file.permissions;
  const names = edges.map(({ node: { type, role, displayName, email, domain } }) => {
    const name = type === 'ANYONE' ? 'Everybody' : (displayName ?? email ?? domain);
    return `${name} (${words(role)})`;
  });
  return `Readers: ${names.join(', ')}${pageInfo.hasNextPage ? ' and others' : ''}`;
}
