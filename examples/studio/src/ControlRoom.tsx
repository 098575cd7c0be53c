/** One broadcast: its status, and its live chat. */
import { useEffect, useState } from 'react';
import { useFollow, useQuery, useRequest } from 'studiograph/react';
import { Chat as chatDocument, Control, ControlChanges, SendMessage } from './documents';
import type { ChatSubscription, ControlFactsFragment, LifeCycleStatus } from './generated/graphql';
import { Avatar, Badge, Errors, followText, Loading, TextForm, Time, words } from './parts';

export function ControlRoom({ id }: { id: string }) {
  const { data, error, isLoading, refetch, update } = useQuery(Control, { id });
  useFollow(ControlChanges, { id }, (event) => {
    const [change] = event.data.broadcastChanged.changes;
    // The first event has only the cursor: what changed before it is read once more.
    if (change === undefined) void refetch();
    else if (change.__typename === 'BroadcastDeleted') update(() => ({ broadcast: null }));
    else update(() => ({ broadcast: change.broadcast }));
  });
  const broadcast = data?.broadcast;
  const chat = broadcast?.liveChatId;
  return (
    <section aria-label="Control" className="control">
      <div className="row">
        <a href="#broadcasts">All broadcasts</a>
        <button onClick={() => void refetch()}>Refresh</button>
      </div>
      <h2>{broadcast?.title ?? 'Broadcast'}</h2>
      <Errors error={error} hasData={broadcast != null} onRetry={refetch} />
      {isLoading && !broadcast ? <Loading what="the broadcast" /> : null}
      {data && !broadcast && !error ? <p className="empty">There is no such broadcast.</p> : null}
      {broadcast ? <Facts broadcast={broadcast} /> : null}
      {broadcast && !chat ? <p className="empty">This broadcast has no live chat.</p> : null}
      {chat ? <Chat key={chat} liveChatId={chat} onEnd={refetch} /> : null}
    </section>
  );
}

/** The statuses of a broadcast, without those that last seconds. */
const course: readonly LifeCycleStatus[] = ['CREATED', 'READY', 'TESTING', 'LIVE', 'COMPLETE'];

function Facts({ broadcast }: { broadcast: ControlFactsFragment }) {
  const { lifeCycleStatus, boundStream } = broadcast;
  const facts = {
    Status: <Badge kind={lifeCycleStatus} />,
    Visibility: <Badge kind={broadcast.privacyStatus} />,
    Planned: <Time at={broadcast.scheduledStartAt} />,
    Started: <Time at={broadcast.actualStartAt} />,
    Stream: boundStream ? <Badge kind={boundStream.streamStatus} /> : 'none',
  };
  return (
    <>
      <ol className="track" aria-label="From creation to the end">
        {course.map((status) => (
          <li key={status} aria-current={status === lifeCycleStatus ? 'step' : undefined}>
            {words(status)}
          </li>
        ))}
      </ol>
      <ul className="facts">
        {Object.entries(facts).map(([name, fact]) => (
          <li key={name}>
            <span>{name}:</span> {fact}
          </li>
        ))}
      </ul>
    </>
  );
}

type Message = NonNullable<ChatSubscription['chatMessages']>['messages'][number];

/** Messages that are kept; older ones are removed. */
const maxMessages = 500;

function Chat({ liveChatId, onEnd }: { liveChatId: string; onEnd: () => unknown }) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [send, sending] = useRequest(SendMessage);
  const following = useFollow(
    chatDocument,
    { liveChatId },
    ({ data: { chatMessages } }) =>
      setMessages((before) => withMessages(before, chatMessages?.messages ?? [])),
    // YouTube lets cursors expire: the page begins again with the recent messages.
    { onExpired() {} },
  );
  const hasEnded = following.status === 'ended';
  useEffect(() => void (hasEnded && onEnd()), [hasEnded, onEnd]);
  return (
    <section aria-label="Live chat" className="panel">
      <h3>Live chat</h3>
      <p role="status" className="state" data-kind={following.status}>
        {hasEnded ? 'The chat has ended.' : followText(following)}
      </p>
      <div role="log" aria-label="Messages" className="chat" tabIndex={0}>
        <ol>
          {messages.map((message) => (
            <ChatLine key={message.id} message={message} />
          ))}
        </ol>
      </div>
      <TextForm
        as="input"
        maxLength={200}
        label="Your message"
        button="Send"
        isOpen={!hasEnded}
        state={sending}
        send={(text) => send({ input: { liveChatId, content: { text } } })}
      />
    </section>
  );
}

/**
 * Adds new messages. The first page may repeat messages, with tombstones in the place of those that
 * were deleted; nothing tells of a deletion sooner.
 */
function withMessages(before: readonly Message[], added: readonly Message[]): readonly Message[] {
  const all = new Map([...before, ...added].map((message) => [message.id, message]));
  return [...all.values()]
    .filter(({ __typename }) => __typename !== 'TombstoneMessage')
    .slice(-maxMessages);
}

function ChatLine({ message }: { message: Message }) {
  const { __typename, publishedAt, displayText, authorDetails } = message;
  const kind = words(__typename.replaceAll(/(?<!^)[A-Z]/g, (letter) => `_${letter}`));
  return (
    <li dir="auto">
      <Avatar name={authorDetails?.displayName} />
      <p className="row">
        <strong>{authorDetails?.displayName}</strong>
        {authorDetails?.isChatOwner ? <Badge kind="OWNER" /> : null}
        {authorDetails?.isChatModerator ? <Badge kind="MODERATOR" /> : null}
        <Time at={publishedAt} />
      </p>
      <p>{displayText ?? <em>{kind}</em>}</p>
    </li>
  );
}
