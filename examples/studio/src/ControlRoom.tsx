/** One broadcast: its status, and its live chat. */
import { useMutation, useQuery } from '@apollo/client/react';
import type { Client } from 'graphql-ws';
import { useEffect, useState } from 'react';
import { Chat as chatDocument, Control, ControlChanges, SendMessage } from './documents';
import { connecting, follow } from './follow';
import type { ChatSubscription, ControlFactsFragment, LifeCycleStatus } from './generated/graphql';
import { Avatar, Badge, Errors, Loading, TextForm, Time, words } from './parts';

export function ControlRoom({ id, webSocket }: { id: string; webSocket: Client }) {
  const { data, previousData, error, loading, refetch, updateQuery } = useQuery(Control, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  useEffect(() => {
    const stop = new AbortController();
    let after: string | null | undefined;
    void follow(webSocket, {
      document: ControlChanges,
      variables: () => ({ id, after }),
      onData: ({ broadcastChanged: { broadcasts, cursor } }) => {
        const [broadcast] = broadcasts;
        // The first event has only the cursor: what changed before it is read once more.
        if (broadcast) updateQuery(() => ({ broadcast }));
        else void refetch();
        after = cursor;
      },
      onState: () => {},
      signal: stop.signal,
    });
    return () => stop.abort();
  }, [id, webSocket, refetch, updateQuery]);
  // A read that fails removes nothing that is shown: the chat would end with it.
  const shown = error && previousData?.broadcast?.id === id ? previousData.broadcast : undefined;
  const broadcast = data?.broadcast ?? shown;
  const chat = broadcast?.liveChatId;
  return (
    <section aria-label="Control" className="control">
      <div className="row">
        <a href="#broadcasts">All broadcasts</a>
        <button onClick={() => void refetch()}>Refresh</button>
      </div>
      <h2>{broadcast?.title ?? 'Broadcast'}</h2>
      <Errors error={error} hasData={broadcast != null} onRetry={refetch} />
      {loading && !broadcast ? <Loading what="the broadcast" /> : null}
      {data && !broadcast && !error ? <p className="empty">There is no such broadcast.</p> : null}
      {broadcast ? <Facts broadcast={broadcast} /> : null}
      {broadcast && !chat ? <p className="empty">This broadcast has no live chat.</p> : null}
      {chat ? <Chat liveChatId={chat} webSocket={webSocket} onEnd={refetch} /> : null}
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

type ChatProps = { liveChatId: string; webSocket: Client; onEnd: () => unknown };

/** Messages that are kept; older ones are removed. */
const maxMessages = 500;

function Chat({ liveChatId, webSocket, onEnd }: ChatProps) {
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const [state, setState] = useState(connecting);
  const [sendMessage] = useMutation(SendMessage);
  useEffect(() => {
    const stop = new AbortController();
    let after: string | null | undefined;
    setMessages([]);
    void follow(webSocket, {
      document: chatDocument,
      variables: () => ({ liveChatId, after }),
      onData: ({ chatMessages }) => {
        if (!chatMessages) return;
        after = chatMessages.cursor;
        setMessages((before) => withMessages(before, chatMessages.messages));
      },
      onState: (next) => {
        setState(next);
        if (next.kind === 'ended') void onEnd();
      },
      // YouTube lets cursors expire.
      mend: (errors) => {
        const isExpired = errors.some(({ extensions }) => extensions?.['argument'] === 'after');
        if (isExpired) after = null;
        return isExpired;
      },
      signal: stop.signal,
    });
    return () => stop.abort();
  }, [liveChatId, webSocket, onEnd]);
  return (
    <section aria-label="Live chat" className="panel">
      <h3>Live chat</h3>
      <p role="status" className="state" data-kind={state.kind}>
        {state.kind === 'ended' ? 'The chat has ended.' : state.text}
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
        isOpen={state.kind !== 'ended'}
        send={async (text) => {
          const input = { liveChatId, content: { text } };
          const { data, error } = await sendMessage({ variables: { input } });
          return { error, payload: data?.sendChatMessage };
        }}
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
