/** The last videos with the comments that the channel has not answered. */
import { useState } from 'react';
import { usePages, useRequest } from 'studiograph/react';
import { Answer, MoreThreads, Videos } from './documents';
import type { ThreadFragment, ThreadsFragment, VideosQuery } from './generated/graphql';
import { Avatar, Badge, List, More, numberText, TextForm, Time } from './parts';

type Channel = NonNullable<NonNullable<VideosQuery['viewer']>['channel']>;
type Video = NonNullable<Channel['videos']>['edges'][number]['node'];

export function Comments() {
  const result = usePages(Videos, {}, ({ viewer }) => viewer?.channel?.videos);
  const { data, error } = result;
  const channel = data?.viewer?.channel;
  return (
    <section aria-label="Comments">
      <h2>Comments to answer</h2>
      {data && !channel && !error ? (
        <p className="empty">Your account has no channel.</p>
      ) : (
        <List what="videos" result={result}>
          {(video) => <VideoCard video={video} channelId={channel!.channelId} />}
        </List>
      )}
    </section>
  );
}

/** Whether the channel has written the comment or a reply. */
const isAnswered = ({ topLevelComment, hasOwnerReply }: ThreadFragment, channelId: string) =>
  topLevelComment?.authorChannelId === channelId || hasOwnerReply === true;

function VideoCard({ video, channelId }: { video: Video; channelId: string }) {
  const { id, title, privacyStatus, statistics } = video;
  const [pages, setPages] = useState<readonly ThreadsFragment[]>([]);
  const [read] = useRequest(MoreThreads);
  const [commentThreads, ...rest] = [video, ...pages].map((page) => page.commentThreads);
  const open = [commentThreads, ...rest]
    .flatMap((page) => page?.edges ?? [])
    .map(({ node }) => node)
    .filter((thread) => !isAnswered(thread, channelId));
  const { hasNextPage, endCursor } = [commentThreads, ...rest].at(-1)?.pageInfo ?? {};
  const loadMore = async () => {
    const outcome = await read({ id, threadsAfter: endCursor });
    const page = outcome.data?.video;
    if (page?.commentThreads) setPages((before) => [...before, page]);
    return outcome;
  };
  return (
    <article aria-label={title ?? undefined} className="video">
      <h3>{title}</h3>
      <p className="row soft">
        <Badge kind={privacyStatus} />
        <span>{numberText(statistics?.viewCount)} views</span>
        <span>{numberText(statistics?.commentCount)} comments</span>
        {commentThreads ? null : <span>Comments are off, or cannot be read.</span>}
        {commentThreads && !open.length ? <span data-icon="done">Nothing to answer.</span> : null}
      </p>
      <ul className="threads">
        {open.map((thread) => (
          <ThreadItem key={thread.id} thread={thread} />
        ))}
      </ul>
      <More what="comments" hasMore={hasNextPage ?? false} loadMore={loadMore} />
    </article>
  );
}

function ThreadItem({ thread }: { thread: ThreadFragment }) {
  const [answered, setAnswered] = useState<ThreadFragment>();
  const { topLevelComment: comment, replies, replyCount, canReply } = answered ?? thread;
  const [answer, state] = useRequest(Answer);
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
        state={state}
        send={async (text) => {
          const outcome = await answer({ input: { parentId: comment.id, text } });
          setAnswered((before) => outcome.data?.replyToComment?.comment?.thread ?? before);
          return outcome;
        }}
      />
      {state.data && !state.error ? (
        <p role="status" data-icon="done">
          Answered.
        </p>
      ) : null}
    </li>
  );
}
