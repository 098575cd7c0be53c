/** All operations of the page. */
import { graphql } from './generated';

export const Problem = graphql(`
  fragment Problem on UserError { code message path ... on MissingScopeError { anyOf } }
`);

export const Session = graphql(`
  query Session {
    viewer {
      id channel { id title statistics { subscriberCount viewCount videoCount } }
      calendars(first: 50, minAccessRole: READER) {
        edges { node { id calendarId summary accessRole primary } }
      }
    }
  }
`);

export const Budget = graphql(`
  query Budget { quota { buckets { bucket limit remaining exhausted resetAt } } }
`);

export const BroadcastRow = graphql(`
  fragment BroadcastRow on Broadcast {
    id title lifeCycleStatus privacyStatus scheduledStartAt isDefaultBroadcast
    statistics { concurrentViewerCount }
    event(calendarId: $calendarId) {
      id summary location attendees { email displayName responseStatus }
      attachments(first: 25) {
        title fileUrl
        file {
          id name
          permissions(first: 20) {
            edges { node { id role type displayName email domain } }
            pageInfo { endCursor hasNextPage }
          }
        }
      }
    }
  }
`);

export const Broadcasts = graphql(`
  query Broadcasts($calendarId: ID!, $status: BroadcastStatusFilter!, $after: String) {
    viewer {
      id
      broadcasts(status: $status, first: 20, after: $after) {
        edges { node { ...BroadcastRow } } pageInfo { endCursor hasNextPage }
      }
    }
  }
`);

export const ControlFacts = graphql(`
  fragment ControlFacts on Broadcast {
    id title lifeCycleStatus privacyStatus scheduledStartAt actualStartAt liveChatId
    boundStream { id title streamStatus }
  }
`);

export const Control = graphql(`
  query Control($id: ID!) { broadcast(id: $id) { ...ControlFacts } }
`);

export const ControlChanges = graphql(`
  subscription ControlChanges($id: ID!, $after: String) {
    broadcastChanged(id: $id, after: $after) {
      changes { __typename ... on BroadcastChanged { broadcast { ...ControlFacts } } }
      cursor
    }
  }
`);

export const Chat = graphql(`
  subscription Chat($liveChatId: ID!, $after: String) {
    chatMessages(liveChatId: $liveChatId, after: $after) {
      messages {
        __typename id publishedAt displayText
        authorDetails { displayName isChatOwner isChatModerator }
      }
      cursor
    }
  }
`);

export const SendMessage = graphql(`
  mutation SendMessage($input: SendChatMessageInput!) {
    sendChatMessage(input: $input) { errors { ...Problem } }
  }
`);

export const Thread = graphql(`
  fragment Thread on CommentThread {
    id canReply hasOwnerReply replyCount
    topLevelComment { id text publishedAt authorDisplayName authorChannelId }
    replies(first: 10) {
      edges { node { id text authorDisplayName } }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

export const Threads = graphql(`
  fragment Threads on Video {
    commentThreads(first: 5, orderBy: TIME, after: $threadsAfter) {
      edges { node { ...Thread } } pageInfo { endCursor hasNextPage }
    }
  }
`);

export const Videos = graphql(`
  query Videos($after: String, $threadsAfter: String) {
    viewer {
      id
      channel {
        id channelId
        videos(first: 5, after: $after) {
          edges { node { id title privacyStatus statistics { viewCount commentCount } ...Threads } }
          pageInfo { endCursor hasNextPage }
        }
      }
    }
  }
`);

export const MoreThreads = graphql(`
  query MoreThreads($id: ID!, $threadsAfter: String) { video(id: $id) { id ...Threads } }
`);

export const Answer = graphql(`
  mutation Answer($input: ReplyToCommentInput!) {
    replyToComment(input: $input) {
      comment { id thread { ...Thread } } errors { ...Problem }
    }
  }
`);

export const Prepare = graphql(`
  mutation Prepare($input: PrepareBroadcastInput!) {
    prepareBroadcast(input: $input) {
      broadcast { id title } errors { ...Problem ... on PartlyDoneError { done remaining } }
    }
  }
`);

export const PrepareSteps = graphql(`
  subscription PrepareSteps($event: EventBy!) { preparationProgress(by: $event) { step } }
`);

export const Files = graphql(`
  query Files($name: String!, $after: String) {
    files(filter: { types: [VIDEO], nameContains: $name } orderBy: [{ field: MODIFIED_AT, direction: DESC }] first: 5 after: $after) {
      edges { node { id name size modifiedAt video { id title } } }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

export const Publish = graphql(`
  mutation Publish($input: PublishFileAsVideoInput!) {
    publishFileAsVideo(input: $input) {
      errors { ...Problem ... on PartlyDoneError { done remaining } }
    }
  }
`);

export const PublishSteps = graphql(`
  subscription PublishSteps($fileId: ID!) {
    publicationProgress(id: $fileId) {
      step transferredBytes totalBytes errorCode video { id title url }
    }
  }
`);
