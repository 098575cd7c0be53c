/** The last videos with the comments that the channel has not answered. */
import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Answer, MoreThreads, Videos } from './documents';
import type { ThreadFragment, VideosQuery } from './generated/graphql';
import { Avatar, Badge, List, More, numberText, TextForm, Time } from './parts';

type Channel = NonNullable<NonNullable<VideosQuery['viewer']>['channel']>;
type Video = NonNullable<Channel['videos']>['edges'][number]['node'];

export function Comments() {
  const result = useQuery(Videos, { fetchPolicy: 'cache-and-network' });
  const { data, error, fetchMore } = result;
  const channel = data?.viewer?.channel;
  return (
    <section aria-label="Comments">
      <h2>Comments to answer</h2>
      {data && !channel && !error ? <p className="empty">Your account has no channel.</p> : null}
      <List
        what="videos"
        list={channel?.videos}
        result={result}
        load={(after) => fetchMore({ variables: { after } })}
      >
        {(video) => <VideoCard video={video} channelId={channel!.channelId} />}
      </List>
    </section>
  );
}

/** Whether the channel has written the comment or a reply. */
const isAnswered = ({ topLevelComment, hasOwnerReply }: ThreadFragment, channelId: string) =>
  topLevelComment?.authorChannelId === channelId || hasOwnerReply === true;

function VideoCard({ video, channelId }: { video: Video; channelId: string }) {
  const client = useApolloClient();
  const { id, title, privacyStatus, statistics, commentThreads } = video;
  // A thread stays where it is when it has been answered here.
  const [shown] = useState(() => new Set<string>());
  const open = (commentThreads?.edges ?? [])
    .map(({ node }) => node)
    .filter((thread) => shown.has(thread.id) || !isAnswered(thread, channelId));
  for (const thread of open) shown.add(thread.id);
  // The threads of the page go to the video in the cache, and so to this list.
  const load = (threadsAfter: string | null | undefined) =>
    client.query({
      query: MoreThreads,
      variables: { id, threadsAfter },
      fetchPolicy: 'network-only',
    });
  return (
    <article aria-label={title ?? undefined} className="video">
      <h3>{title}</h3>
      <p className="row soft">
        <Badge kind={privacyStatus} />
        <span>{numberText(statistics?.viewCount)} views</span>
        <span>{numberText(statistics?.commentCount)} comments</span>
      </p>
      {commentThreads ? null : <p className="soft">Comments are off, or cannot be read.</p>}
      {commentThreads && !open.length ? <p data-icon="done">Nothing to answer.</p> : null}
      <ul className="threads">
        {open.map((thread) => (
          <ThreadItem key={thread.id} thread={thread} />
        ))}
      </ul>
      <More what="comments" list={commentThreads} load={load} />
    </article>
  );
}

function ThreadItem({ thread }: { thread: ThreadFragment }) {
  const { topLevelComment: comment, replies, replyCount, canReply } = thread;
  const [answer, { data }] = useMutation(Answer);
  if (!comment) return null;
  return (
    <li>
      <p className="row">
        <Avatar name={comment.authorDisplayName} /> <strong>{comment.authorDisplayName}</strong>
        <Time at={comment.publishedAt} />
      </p>
      <p className="text" dir="auto">
        {comment.text}
      </p>
      {replies?.edges.map(({ node }) => (
        <p key={node.id} className="text reply" dir="auto">
          <strong>{node.authorDisplayName}</strong> {node.text}
        </p>
      ))}
      {replies?.pageInfo.hasNextPage ? <p>{replyCount} replies; the first are shown.</p> : null}
      <TextForm
        as="textarea"
        maxLength={10_000}
        label={`Answer to ${comment.authorDisplayName}`}
        button="Answer"
        isOpen={canReply !== false}
        send={async (text) => {
          const input = { parentId: comment.id, text };
          const { data, error } = await answer({ variables: { input } });
          return { error, payload: data?.replyToComment };
        }}
      />
      {data?.replyToComment?.errors.length === 0 ? (
        <p role="status" data-icon="done">
          Answered.
        </p>
      ) : null}
    </li>
  );
}
