/** The next broadcasts, each with the event that plans it, its guests, files and their readers. */
import { usePages } from 'studiograph/react';
import { Broadcasts as document } from './documents';
import type {
  BroadcastRowFragment,
  BroadcastStatusFilter,
  SessionQuery,
} from './generated/graphql';
import { Avatar, Badge, DateTile, List, numberText, Time } from './parts';

const figures = [
  ['Subscribers', 'subscriberCount'],
  ['Views', 'viewCount'],
  ['Videos', 'videoCount'],
] as const;

type Filter = { title: string; status: BroadcastStatusFilter; calendarId: string };
type Props = { calendarId: string; session: SessionQuery };

export function Broadcasts({ calendarId, session }: Props) {
  const statistics = session.viewer?.channel?.statistics;
  return (
    <>
      {statistics ? (
        <dl className="figures">
          {figures.map(([name, field]) => (
            <div key={field}>
              <dt>{name}</dt>
              <dd>{numberText(statistics[field])}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <BroadcastList title="On air" status="ACTIVE" calendarId={calendarId} />
      <BroadcastList title="Next broadcasts" status="UPCOMING" calendarId={calendarId} />
    </>
  );
}

function BroadcastList({ title, status, calendarId }: Filter) {
  const result = usePages(document, { calendarId, status }, ({ viewer }) => viewer?.broadcasts);
  const nodes = result.nodes?.toSorted(byStart);
  const planned = nodes?.filter(({ event }) => event).length ?? 0;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {planned ? <p className="soft">{`${planned} of ${nodes?.length} in the calendar`}</p> : null}
      <List what="broadcasts" result={{ ...result, nodes }}>
        {(broadcast) => <BroadcastCard broadcast={broadcast} />}
      </List>
    </section>
  );
}

/** The broadcast that is always there begins at no time, whatever its schedule says. */
const startOf = ({ isDefaultBroadcast, scheduledStartAt }: BroadcastRowFragment) =>
  isDefaultBroadcast ? undefined : scheduledStartAt;

/** Soonest first, without a date last: YouTube lists the last one first. */
const byStart = (one: BroadcastRowFragment, other: BroadcastRowFragment): number =>
  (startOf(one) ?? 'never').localeCompare(startOf(other) ?? 'never');

function BroadcastCard({ broadcast }: { broadcast: BroadcastRowFragment }) {
  const { id, title, lifeCycleStatus, privacyStatus, isDefaultBroadcast, event } = broadcast;
  const viewers = broadcast.statistics?.concurrentViewerCount;
  return (
    <article aria-label={title ?? undefined} className="broadcast" data-kind={lifeCycleStatus}>
      <DateTile at={startOf(broadcast)} />
      <h3>
        <a href={`#control&id=${encodeURIComponent(id)}`}>{title}</a>
      </h3>
      <p className="row">
        {isDefaultBroadcast ? 'Always on' : <Time at={startOf(broadcast)} />}
        <Badge kind={lifeCycleStatus} /> <Badge kind={privacyStatus} />
        {viewers == null ? null : <span>{numberText(viewers)} watching</span>}
      </p>
      {/* Null says only that this calendar does not plan it: no more is said. */}
      {event ? <EventParts {...event} /> : null}
    </article>
  );
}

type EventOfRow = NonNullable<BroadcastRowFragment['event']>;

const EventParts = ({ summary, location, attendees, attachments }: EventOfRow) => (
  <div className="event">
    <p className="row">
      <span className="soft">Event</span> <strong>{summary}</strong>
      {location ? <span data-icon="place">{location}</span> : null}
    </p>
    <div>
      <h4>Guests</h4>
      {attendees?.length ? null : <p className="soft">Nobody is invited.</p>}
      <ul className="lines">
        {attendees?.map(({ email, displayName, responseStatus }) => (
          <li key={email} className="row">
            <Avatar name={displayName ?? email} /> {displayName ?? email}
            <Badge kind={responseStatus} />
          </li>
        ))}
      </ul>
    </div>
    <div>
      <h4>Files</h4>
      {attachments?.length ? null : <p className="soft">No files are attached.</p>}
      <ul className="lines">
        {attachments?.map(({ title, fileUrl, file }) => (
          <li key={fileUrl}>
            <a href={fileUrl ?? undefined} data-icon="file">
              {file?.name ?? title}
            </a>
            <Readers file={file} />
          </li>
        ))}
      </ul>
    </div>
  </div>
);

type File = NonNullable<EventOfRow['attachments']>[number]['file'];

/** Who may read a file. Only those who may share it see this. */
function Readers({ file }: { file: File }) {
  if (!file) return <p className="soft">You may not open this file.</p>;
  if (!file.permissions) return <p className="soft">You may not see who can read it.</p>;
  const { edges, pageInfo } = file.permissions;
  return (
    <ul className="readers" aria-label="Readers">
      {edges.map(({ node: { id, type, role, displayName, email, domain } }) => (
        <li key={id} data-kind={type}>
          {type === 'ANYONE' ? 'Everybody' : (displayName ?? email ?? domain)}{' '}
          <span>{role?.toLowerCase()}</span>
        </li>
      ))}
      {pageInfo.hasNextPage ? <li>and others</li> : null}
    </ul>
  );
}
