/** Threads of comments as lists show them: short, each with the one id that all actions take. */

/** What documents select of a page of threads. */
export const threadParts = `fragment Threads on CommentThreadConnection {
  pageInfo { hasNextPage endCursor }
  nodes {
    id replyCount hasOwnerReply canReply video { id title }
    topLevelComment { text authorDisplayName authorChannelId publishedAt moderationStatus }
  }
}`;

export interface ListedThread {
  readonly replyCount: number | null;
  readonly hasOwnerReply: boolean | null;
  readonly canReply: boolean | null;
  readonly topLevelComment: {
    readonly authorChannelId: string | null;
    readonly moderationStatus: string | null;
    readonly [name: string]: unknown;
  } | null;
}

/** A page of threads. */
export interface ListedThreads {
  readonly nodes: readonly ListedThread[];
}

/** @returns the page with its threads as an answer has them; no list if there is none */
export const shortThreads = (threads: ListedThreads | null | undefined): object =>
  threads ? { ...threads, nodes: threads.nodes.map(shortThread) } : {};

/** What is as it mostly is, is left out. */
function shortThread({ topLevelComment, ...thread }: ListedThread): object {
  const { authorChannelId: _, moderationStatus, ...comment } = topLevelComment ?? {};
  const { replyCount, canReply } = thread;
  return {
    ...thread,
    ...comment,
    hasOwnerReply: replyCount === 0 ? undefined : knownReply(thread),
    canReply: canReply === false ? false : undefined,
    moderationStatus: moderationStatus === 'PUBLISHED' ? undefined : moderationStatus,
  };
}

/** @returns whether the owner has replied, also in words where YouTube does not tell */
export const knownReply = ({
  hasOwnerReply,
}: {
  readonly hasOwnerReply?: boolean | null;
}): boolean | 'unknown' => hasOwnerReply ?? 'unknown';
