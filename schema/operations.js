/** `npm run schema` writes this file. */
export const operations = {
  "AcrossServices": {
    "name": "AcrossServices",
    "kind": "query",
    "description": "A calendar event with its files and the people who may open them, and with its live broadcast: stream, video, channel and comments.",
    "document": "# A calendar event with its files and the people who may open them, and with its live broadcast: stream, video, channel and comments.\nquery AcrossServices(\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n  $event: ID! = \"i2g7ha3oairhqnodia1kle1ii4\"\n) {\n  event(by: { key: { calendarId: $calendar, eventId: $event } }) {\n    summary\n    attachments {\n      title\n      file {\n        name\n        permissions(first: 10) {\n          nodes {\n            type\n            role\n            displayName\n            person {\n              email\n            }\n          }\n        }\n      }\n    }\n    broadcast {\n      title\n      lifeCycleStatus\n      boundStream {\n        streamStatus\n      }\n      video {\n        title\n        channel {\n          title\n        }\n        commentThreads(first: 5) {\n          nodes {\n            topLevelComment {\n              text\n            }\n          }\n        }\n      }\n    }\n  }\n}\n",
    "requests": 19,
    "units": {
      "CALENDAR": 1,
      "STORAGE": 825,
      "VIDEO": 8
    }
  },
  "VideoPage": {
    "name": "VideoPage",
    "kind": "query",
    "description": "The data of a video page: the video, its player, its channel with the latest uploads, the rating of the viewer, and comments.",
    "document": "# The data of a video page: the video, its player, its channel with the latest uploads, the rating of the viewer, and comments.\nquery VideoPage($id: ID! = \"qxedO4fdiUU\") {\n  video(id: $id) {\n    id\n    title\n    description\n    publishedAt\n    privacyStatus\n    tags\n    category {\n      title\n    }\n    language {\n      name\n    }\n    viewerRating\n    player(maxWidth: 1280) {\n      embedHtml\n      embedWidth\n      embedHeight\n    }\n    poster: thumbnail(size: HIGH) {\n      url\n    }\n    thumbnails {\n      size\n      url\n      width\n      height\n    }\n    contentDetails {\n      duration\n      definition\n      hasCaptions\n    }\n    statistics {\n      viewCount\n      likeCount\n      commentCount\n    }\n    channel {\n      title\n      handle\n      statistics {\n        subscriberCount\n      }\n      uploads {\n        itemCount\n        items(first: 3) {\n          nodes {\n            title\n            videoPublishedAt\n          }\n        }\n      }\n    }\n    commentThreads(first: 5) {\n      estimatedCount\n      nodes {\n        topLevelComment {\n          text\n          authorDisplayName\n          publishedAt\n          likeCount\n        }\n        replyCount\n        replies(first: 3) {\n          nodes {\n            text\n            authorDisplayName\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}\n",
    "requests": 17,
    "units": {
      "VIDEO": 17
    }
  },
  "Playlist": {
    "name": "Playlist",
    "kind": "query",
    "description": "A playlist of 50 videos by ten channels. `extensions.cost` of the response lists the few REST calls that this takes.",
    "document": "# A playlist of 50 videos by ten channels. `extensions.cost` of the response lists the few REST calls that this takes.\nquery Playlist($id: ID! = \"PL1OBKvY5lAXl1i0rD9mITTnmlRf9DqPmI\", $first: Int! = 50) {\n  playlist(id: $id) {\n    title\n    description\n    itemCount\n    channel {\n      title\n    }\n    items(first: $first) {\n      totalCount\n      nodes {\n        position\n        video {\n          title\n          publishedAt\n          contentDetails {\n            duration\n          }\n          channel {\n            title\n            handle\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}\n",
    "requests": 8,
    "units": {
      "VIDEO": 8
    }
  },
  "ManyVideos": {
    "name": "ManyVideos",
    "kind": "query",
    "description": "Videos in the order of their ids. The third video does not exist: it is null, and the others have their data.",
    "document": "# Videos in the order of their ids. The third video does not exist: it is null, and the others have their data.\nquery ManyVideos($ids: [ID!]! = [\"hhpfnwaZrGh\", \"o9lrcpLH5hb\", \"FygW720t_AI\"]) {\n  videos(ids: $ids) {\n    videoId\n    title\n    statistics {\n      viewCount\n    }\n    channel {\n      channelId\n    }\n  }\n}\n",
    "requests": 1,
    "units": {
      "VIDEO": 1
    }
  },
  "MyStudio": {
    "name": "MyStudio",
    "kind": "query",
    "description": "The start page of a signed-in user: channel, playlists, broadcasts, streams and calendars.",
    "document": "# The start page of a signed-in user: channel, playlists, broadcasts, streams and calendars.\nquery MyStudio {\n  viewer {\n    id\n    channel {\n      title\n      handle\n      statistics {\n        subscriberCount\n        viewCount\n      }\n    }\n    playlists(first: 5) {\n      nodes {\n        title\n        privacyStatus\n        itemCount\n      }\n    }\n    broadcasts(first: 20) {\n      nodes {\n        broadcastId\n        title\n        lifeCycleStatus\n        scheduledStartAt\n      }\n    }\n    streams(first: 5) {\n      nodes {\n        streamId\n        title\n        streamStatus\n      }\n    }\n    calendars(first: 10) {\n      nodes {\n        calendarId\n        summary\n        accessRole\n        calendar {\n          timeZone\n        }\n      }\n    }\n  }\n}\n",
    "requests": 8,
    "units": {
      "VIDEO": 7,
      "CALENDAR": 4
    }
  },
  "ControlRoom": {
    "name": "ControlRoom",
    "kind": "query",
    "description": "The state of a live broadcast: its status, the possible transitions, its stream, and the calendar event that plans it.",
    "document": "# The state of a live broadcast: its status, the possible transitions, its stream, and the calendar event that plans it.\nquery ControlRoom(\n  $id: ID! = \"ZseNy8wpW_v\"\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n) {\n  broadcast(id: $id) {\n    title\n    lifeCycleStatus\n    allowedTransitions\n    privacyStatus\n    scheduledStartAt\n    boundStream {\n      title\n      streamStatus\n      cdn {\n        resolution\n        frameRate\n        ingestionType\n      }\n      broadcasts(first: 10) {\n        nodes {\n          title\n          lifeCycleStatus\n        }\n      }\n    }\n    event(calendarId: $calendar) {\n      summary\n      start {\n        dateTime\n      }\n      attendees {\n        email\n        responseStatus\n      }\n    }\n    video {\n      liveStreamingDetails {\n        scheduledStartAt\n      }\n    }\n  }\n}\n",
    "requests": 8,
    "units": {
      "VIDEO": 7,
      "CALENDAR": 4
    }
  },
  "Folder": {
    "name": "Folder",
    "kind": "query",
    "description": "A folder browser: the way from the root, the capabilities for buttons, and the files, folders first.",
    "document": "# A folder browser: the way from the root, the capabilities for buttons, and the files, folders first.\nquery Folder($id: ID! = \"1mcXuW1rrK1-g3akzVLEEo0AclL_hmRKe\", $after: String = null) {\n  file(id: $id) {\n    name\n    webViewLink\n    path {\n      fileId\n      name\n    }\n    capabilities {\n      canAddChildren\n      canShare\n    }\n    children(first: 20, after: $after, orderBy: [{ field: FOLDER }, { field: NAME_NATURAL }]) {\n      nodes {\n        id\n        name\n        isFolder\n        mimeType\n        modifiedAt\n        size\n        iconLink\n        owners {\n          displayName\n          person {\n            email\n          }\n        }\n        capabilities {\n          canRename\n          canTrash\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}\n",
    "requests": 13,
    "units": {
      "STORAGE": 445
    }
  },
  "FindFiles": {
    "name": "FindFiles",
    "kind": "query",
    "description": "A search for words in names and content, with the folder of each file and who may open the file. With `types`, only files of these types.",
    "document": "# A search for words in names and content, with the folder of each file and who may open the file. With `types`, only files of these types.\nquery FindFiles($words: String! = \"harbor\", $types: [FileType!] = null, $after: String = null) {\n  files(filter: { search: $words, types: $types }, first: 10, after: $after) {\n    incompleteSearch\n    nodes {\n      fileId\n      name\n      mimeType\n      createdAt\n      lastModifyingUser {\n        displayName\n      }\n      path(maxDepth: 3) {\n        name\n      }\n      permissions(first: 10) {\n        nodes {\n          type\n          role\n          displayName\n        }\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n",
    "requests": 44,
    "units": {
      "STORAGE": 1550
    }
  },
  "Agenda": {
    "name": "Agenda",
    "kind": "query",
    "description": "The events of a calendar by start time, each occurrence of a recurring event by itself, with attendees and files. Set `from` to leave out those that have ended before. `AcrossServices` tells who may open the files of an event.",
    "document": "# The events of a calendar by start time, each occurrence of a recurring event by itself, with attendees and files. Set `from` to leave out those that have ended before. `AcrossServices` tells who may open the files of an event.\nquery Agenda(\n  $id: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n  $from: DateTime = null\n  $to: DateTime = null\n  $after: String = null\n) {\n  calendar(id: $id) {\n    summary\n    timeZone\n    events(first: 10, orderBy: START, from: $from, to: $to, after: $after) {\n      nodes {\n        eventId\n        summary\n        status\n        start {\n          date\n          dateTime\n        }\n        attendees {\n          email\n          responseStatus\n        }\n        attachments {\n          title\n          file {\n            name\n            mimeType\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}\n",
    "requests": 55,
    "units": {
      "CALENDAR": 5,
      "STORAGE": 250
    }
  },
  "WhatItCosts": {
    "name": "WhatItCosts",
    "kind": "query",
    "description": "The estimated cost of a query, which is not executed, and the quota of the caller and of all callers. No REST call is made.",
    "document": "# The estimated cost of a query, which is not executed, and the quota of the caller and of all callers. No REST call is made.\nquery WhatItCosts(\n  $document: String! = \"query ($id: ID!) { playlist(id: $id) { items(first: 500) { nodes { video { title channel { title } } } } } }\"\n  $variables: JSON = { id: \"PLm5DtEdx89CHcWotERXhk87Dbyp5fDJa-\" }\n) {\n  quota(dryRun: { document: $document, variables: $variables }) {\n    dryRun {\n      requests\n      units {\n        bucket\n        units\n      }\n    }\n    buckets {\n      bucket\n      limit\n      spent\n      remaining\n      exhausted\n      resetAt\n      project {\n        limit\n        spent\n        reserved\n        runsOutAt\n      }\n    }\n  }\n}\n",
    "requests": 0,
    "units": {}
  },
  "ChannelPage": {
    "name": "ChannelPage",
    "kind": "query",
    "description": "The data of a channel page: description, branding, sections, latest videos and playlists.",
    "document": "# The data of a channel page: description, branding, sections, latest videos and playlists.\nquery ChannelPage($handle: String = \"@northlightstudio\") {\n  channel(by: { handle: $handle }) {\n    id\n    title\n    description\n    handle\n    publishedAt\n    region {\n      name\n    }\n    thumbnail(size: HIGH) {\n      url\n    }\n    statistics {\n      subscriberCount\n      videoCount\n      viewCount\n    }\n    brandingSettings {\n      keywords\n      bannerExternalUrl\n      unsubscribedTrailer {\n        title\n      }\n    }\n    localized(language: \"sv\") {\n      title\n      description\n    }\n    sections {\n      id\n      type\n      title\n      position\n      playlists {\n        title\n        itemCount\n      }\n      channels {\n        title\n        handle\n      }\n    }\n    videos(first: 6) {\n      nodes {\n        title\n        publishedAt\n        contentDetails {\n          duration\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n    playlists(first: 3) {\n      estimatedCount\n      nodes {\n        title\n        itemCount\n      }\n    }\n  }\n}\n",
    "requests": 21,
    "units": {
      "VIDEO": 21
    }
  },
  "WebAddresses": {
    "name": "WebAddresses",
    "kind": "query",
    "description": "The objects at four web addresses that users can paste: a video, a channel, a document and a calendar event.",
    "document": "# The objects at four web addresses that users can paste: a video, a channel, a document and a calendar event.\nquery WebAddresses(\n  $video: URL! = \"https://youtu.be/hhpfnwaZrGh\"\n  $channel: URL! = \"https://www.youtube.com/@kitelab\"\n  $file: URL! = \"https://docs.google.com/document/d/1rKvO0ULakIwtT4gZla02dChhy6pdH13T/edit\"\n  $event: URL! = \"https://www.google.com/calendar/event?eid=aTJnN2hhM29haXJocW5vZGlhMWtsZTFpaTQgY19xbmJvb2FtYWJnNmRkMWdpcGhlcG5ucmtuZkBncm91cC5jYWxlbmRhci5leGFtcGxl\"\n) {\n  video: resource(url: $video) {\n    ...WebResource\n  }\n  channel: resource(url: $channel) {\n    ...WebResource\n  }\n  file: resource(url: $file) {\n    ...WebResource\n  }\n  event: resource(url: $event) {\n    ...WebResource\n  }\n}\n\nfragment WebResource on UrlResource {\n  __typename\n  ... on Node {\n    id\n  }\n  ... on Video {\n    title\n  }\n  ... on Playlist {\n    title\n  }\n  ... on Channel {\n    title\n  }\n  ... on File {\n    name\n  }\n  ... on Event {\n    summary\n  }\n}\n",
    "requests": 4,
    "units": {
      "VIDEO": 2,
      "STORAGE": 5,
      "CALENDAR": 1
    }
  },
  "PersonAcrossServices": {
    "name": "PersonAcrossServices",
    "kind": "query",
    "description": "A person across the services: files of the person that the caller sees, events of a calendar with the person among the attendees, and the calendars of the person.",
    "document": "# A person across the services: files of the person that the caller sees, events of a calendar with the person among the attendees, and the calendars of the person.\n# A series is one event here. For single occurrences, set `from` and `to` and omit `expandSeries`.\nquery PersonAcrossServices(\n  $email: EmailAddress! = \"ben@studio.example\"\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n) {\n  person(email: $email) {\n    id\n    email\n    files(role: OWNER, first: 5) {\n      nodes {\n        name\n        modifiedAt\n      }\n    }\n    events(calendarId: $calendar, expandSeries: false, first: 5) {\n      nodes {\n        summary\n        status\n      }\n    }\n    primaryCalendar {\n      summary\n      timeZone\n    }\n    calendars(first: 5) {\n      nodes {\n        calendarId\n        accessRole\n      }\n    }\n  }\n}\n",
    "requests": 7,
    "units": {
      "STORAGE": 400,
      "CALENDAR": 6
    }
  },
  "Search": {
    "name": "Search",
    "kind": "query",
    "description": "A search page. It costs one call of the small search quota, and one call for each type of the results.",
    "document": "# A search page. It costs one call of the small search quota, and one call for each type of the results.\nquery Search($search: String = \"harbor|harbour\", $first: Int! = 10) {\n  search(search: $search, first: $first) {\n    estimatedCount\n    regionCode\n    nodes {\n      type\n      title\n      description\n      publishedAt\n      thumbnail(size: MEDIUM) {\n        url\n      }\n      channel {\n        title\n        viewerSubscription {\n          publishedAt\n        }\n      }\n      target {\n        __typename\n        ... on Video {\n          id\n          statistics {\n            viewCount\n          }\n        }\n        ... on Channel {\n          id\n          statistics {\n            videoCount\n          }\n        }\n        ... on Playlist {\n          id\n          itemCount\n        }\n      }\n    }\n    pageInfo {\n      hasNextPage\n    }\n  }\n}\n",
    "requests": 6,
    "units": {
      "SEARCH": 1,
      "VIDEO": 5
    }
  },
  "Subscriptions": {
    "name": "Subscriptions",
    "kind": "query",
    "description": "The viewer's subscriptions with the number of new items, the viewer's subscribers, and the viewer's activities.",
    "document": "# The viewer's subscriptions with the number of new items, the viewer's subscribers, and the viewer's activities.\nquery Subscriptions {\n  viewer {\n    subscriptions(first: 10, orderBy: UNREAD) {\n      estimatedCount\n      nodes {\n        subscriptionId\n        title\n        publishedAt\n        thumbnail(size: DEFAULT) {\n          url\n        }\n        contentDetails {\n          newItemCount\n          totalItemCount\n        }\n        channel {\n          handle\n          statistics {\n            videoCount\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n    subscribers(first: 5, recentOnly: true) {\n      nodes {\n        publishedAt\n        subscriberDetails {\n          title\n        }\n        subscriber {\n          handle\n        }\n      }\n    }\n    activities(first: 5) {\n      nodes {\n        type\n        title\n        publishedAt\n        target {\n          __typename\n        }\n      }\n    }\n  }\n}\n",
    "requests": 8,
    "units": {
      "VIDEO": 8
    }
  },
  "ModerationQueue": {
    "name": "ModerationQueue",
    "kind": "query",
    "description": "Comments that wait for a decision of the channel owner, on the channel, its videos and its posts. `DecideOnComments` decides.",
    "document": "# Comments that wait for a decision of the channel owner, on the channel, its videos and its posts. `DecideOnComments` decides.\nquery ModerationQueue($first: Int! = 20) {\n  viewer {\n    channel {\n      title\n      commentThreads(\n        scope: ALL_RELATED\n        moderationStatuses: [HELD_FOR_REVIEW, LIKELY_SPAM]\n        first: $first\n      ) {\n        nodes {\n          id\n          video {\n            title\n          }\n          topLevelComment {\n            id\n            text\n            publishedAt\n            moderationStatus\n            likeCount\n            author {\n              title\n              statistics {\n                subscriberCount\n              }\n            }\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n}\n",
    "requests": 8,
    "units": {
      "VIDEO": 8
    }
  },
  "LiveChat": {
    "name": "LiveChat",
    "kind": "query",
    "description": "The recent messages of a live chat, with the ids that moderation needs, the active poll and the moderators.",
    "document": "# The recent messages of a live chat, with the ids that moderation needs, the active poll and the moderators.\nquery LiveChat($id: ID! = \"Cg0KeVaDEB4_HCt\", $moderators: Int! = 10) {\n  liveChat(id: $id) {\n    messages {\n      messages {\n        __typename\n        messageId\n        publishedAt\n        displayText\n        authorChannelId\n        authorDetails {\n          displayName\n          isChatOwner\n          isChatModerator\n          isChatMember\n        }\n      }\n      activePoll {\n        question\n        options {\n          text\n          voteCount\n        }\n      }\n      cursor\n      pollAfter\n    }\n    moderators(first: $moderators) {\n      nodes {\n        moderatorId\n        channelId\n        moderatorDetails {\n          displayName\n        }\n      }\n    }\n  }\n}\n",
    "requests": 5,
    "units": {
      "VIDEO": 9
    }
  },
  "ChatReader": {
    "name": "ChatReader",
    "kind": "subscription",
    "description": "The messages of a live chat as they are written. To continue after an interruption, pass the last cursor as `after`.",
    "document": "# The messages of a live chat as they are written. To continue after an interruption, pass the last cursor as `after`.\nsubscription ChatReader($chat: ID! = \"Cg0KeVaDEB4_HCt\", $after: String = null) {\n  chatMessages(liveChatId: $chat, after: $after) {\n    messages {\n      __typename\n      messageId\n      publishedAt\n      displayText\n      authorDetails {\n        displayName\n        isChatOwner\n        isChatModerator\n        isChatMember\n      }\n      ... on SuperChatMessage {\n        amountText\n        tier\n        commentText\n      }\n      ... on SuperStickerMessage {\n        amountText\n        sticker {\n          altText\n        }\n      }\n      ... on NewMemberMessage {\n        levelName\n        isUpgrade\n      }\n      ... on MemberMilestoneMessage {\n        levelName\n        totalMonths\n      }\n      ... on MembershipGiftMessage {\n        levelName\n        giftCount\n      }\n      ... on PollMessage {\n        question\n        options {\n          text\n          voteCount\n        }\n      }\n      ... on UserBannedMessage {\n        bannedUserDetails {\n          displayName\n        }\n        banType\n      }\n    }\n    cursor\n    pollAfter\n    offlineAt\n  }\n}\n",
    "requests": 1,
    "units": {
      "VIDEO": 5
    }
  },
  "WatchProgress": {
    "name": "WatchProgress",
    "kind": "subscription",
    "description": "Each step of `goLive` and `endBroadcast` on a broadcast. Start this example, then run `GoLive` in another browser window with the same token: GraphiQL ends a subscription when another of its tabs is opened.",
    "document": "# Each step of `goLive` and `endBroadcast` on a broadcast. Start this example, then run `GoLive` in another browser window with the same token: GraphiQL ends a subscription when another of its tabs is opened.\nsubscription WatchProgress($id: ID! = \"pi0A2df6cQk\") {\n  broadcastProgress(id: $id) {\n    mutation\n    step\n    at\n    lifeCycleStatus\n    streamStatus\n    errorCode\n    broadcast {\n      title\n    }\n  }\n}\n",
    "requests": 2,
    "units": {
      "VIDEO": 2
    }
  },
  "UpdateVideo": {
    "name": "UpdateVideo",
    "kind": "mutation",
    "description": "Change the title of a video. All other fields, also the tags and the category, keep their values. Takes two REST calls.",
    "document": "# Change the title of a video. All other fields, also the tags and the category, keep their values. Takes two REST calls.\nmutation UpdateVideo($id: ID! = \"hhpfnwaZrGh\", $title: String! = \"Northlight: the trailer, again\") {\n  updateVideo(input: { id: $id, title: $title }) {\n    video {\n      id\n      title\n      tags\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 3,
    "units": {
      "VIDEO": 52
    }
  },
  "GoOnAir": {
    "name": "GoOnAir",
    "kind": "mutation",
    "description": "Start a live broadcast. If that is impossible, the types of the errors tell why and what to do.",
    "document": "# Start a live broadcast. If that is impossible, the types of the errors tell why and what to do.\nmutation GoOnAir($id: ID! = \"gudHB07WwR5\") {\n  transitionBroadcast(input: { id: $id, status: LIVE }) {\n    broadcast {\n      title\n      lifeCycleStatus\n    }\n    errors {\n      code\n      message\n      ... on InvalidTransitionError {\n        status\n        allowed\n      }\n      ... on StreamInactiveError {\n        streamStatus\n      }\n    }\n  }\n}\n",
    "requests": 4,
    "units": {
      "VIDEO": 53
    }
  },
  "CreateFolder": {
    "name": "CreateFolder",
    "kind": "mutation",
    "description": "Create a folder. The gateway gets the new id from Drive first, so a repeated call cannot create a second folder.",
    "document": "# Create a folder. The gateway gets the new id from Drive first, so a repeated call cannot create a second folder.\nmutation CreateFolder(\n  $name: String! = \"Season two\"\n  $parent: ID! = \"1oQ-jlYo2fAu7NfO9sM7d0HwPD6qlPMqI\"\n) {\n  createFile(\n    input: { name: $name, mimeType: \"application/vnd.google-apps.folder\", parentId: $parent }\n  ) {\n    file {\n      id\n      name\n      parents {\n        name\n      }\n    }\n    errors {\n      code\n      message\n    }\n  }\n}\n",
    "requests": 5,
    "units": {
      "STORAGE": 70
    }
  },
  "InviteOneMore": {
    "name": "InviteOneMore",
    "kind": "mutation",
    "description": "Invite one more person to an event. The other attendees and their responses stay unchanged, and no e-mail is sent.",
    "document": "# Invite one more person to an event. The other attendees and their responses stay unchanged, and no e-mail is sent.\nmutation InviteOneMore(\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n  $event: ID! = \"i2g7ha3oairhqnodia1kle1ii4\"\n  $email: EmailAddress! = \"ivo@elsewhere.example\"\n) {\n  updateEvent(\n    input: {\n      by: { key: { calendarId: $calendar, eventId: $event } }\n      attendees: { set: [{ email: $email }] }\n      notify: NONE\n    }\n  ) {\n    event {\n      etag\n      attendees {\n        email\n        responseStatus\n      }\n    }\n    errors {\n      code\n      message\n      ... on ConflictError {\n        current {\n          id\n        }\n      }\n    }\n  }\n}\n",
    "requests": 6,
    "units": {
      "CALENDAR": 6
    }
  },
  "DeletePlaylist": {
    "name": "DeletePlaylist",
    "kind": "mutation",
    "description": "Delete a playlist and keep its videos.",
    "document": "# Delete a playlist and keep its videos.\nmutation DeletePlaylist($id: ID! = \"PLaGQkYB75IWS6GgZ7FVblRVgyQ109iWxk\") {\n  deletePlaylist(input: { id: $id }) {\n    deletedId\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 1,
    "units": {
      "VIDEO": 50
    }
  },
  "EditPlaylist": {
    "name": "EditPlaylist",
    "kind": "mutation",
    "description": "Edit a playlist: add two videos at the top, move an item to a position, counted from 0, and remove an item. Each payload has the playlist after that step.",
    "document": "# Edit a playlist: add two videos at the top, move an item to a position, counted from 0, and remove an item. Each payload has the playlist after that step.\nmutation EditPlaylist(\n  $playlist: ID! = \"PL1OBKvY5lAXl1i0rD9mITTnmlRf9DqPmI\"\n  $moved: ID! = \"UExIIMg1WCaqhB4THT1G7CoKg0IsdE3G3qoiYFmpRJZ\"\n  $removed: ID! = \"UEx5MG9UPvCeSP_tVnzCYj2CN90BQ3s4aYFr3jLsud_\"\n  $first: ID! = \"hhpfnwaZrGh\"\n  $second: ID! = \"ZQH3B3yyBqN\"\n  $position: Int! = 1\n  $note: String = \"And from here on\"\n) {\n  add: addPlaylistItems(\n    input: {\n      playlistId: $playlist\n      position: 0\n      entries: [{ videoId: $first }, { videoId: $second }]\n    }\n  ) {\n    results {\n      index\n      playlistItem {\n        id\n        position\n        title\n      }\n      errors {\n        code\n        message\n        path\n      }\n    }\n    failedCount\n    playlist {\n      itemCount\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n  move: updatePlaylistItem(input: { id: $moved, position: $position, note: $note }) {\n    playlistItem {\n      position\n      note\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n  remove: deletePlaylistItem(input: { id: $removed }) {\n    deletedId\n    playlist {\n      itemCount\n      items(first: 5) {\n        nodes {\n          id\n          position\n          video {\n            title\n          }\n        }\n      }\n    }\n    errors {\n      code\n    }\n  }\n}\n",
    "requests": 17,
    "units": {
      "VIDEO": 213
    }
  },
  "CreatePlaylist": {
    "name": "CreatePlaylist",
    "kind": "mutation",
    "description": "Create a playlist with a translation, and change the title of another playlist. Fields that the input omits keep their values.",
    "document": "# Create a playlist with a translation, and change the title of another playlist. Fields that the input omits keep their values.\nmutation CreatePlaylist(\n  $title: String! = \"Harbour stories\"\n  $description: String = \"Everything by the water.\"\n  $language: LanguageTag = \"en\"\n  $privacyStatus: PrivacyStatus! = UNLISTED\n  $translations: [LocalizationInput!] = [{ languageTag: \"sv\", title: \"Hamnhistorier\" }]\n  $renamed: ID! = \"PLkrtdmnt91tTF96QoDWiZ2P4MZ6iR5r4V\"\n  $newTitle: String! = \"Films by the harbour\"\n  $newTranslations: [LocalizationInput!] = [{ languageTag: \"de\", title: \"Hafenfilme\" }]\n) {\n  created: createPlaylist(\n    input: {\n      title: $title\n      description: $description\n      defaultLanguage: $language\n      privacyStatus: $privacyStatus\n      localizations: $translations\n    }\n  ) {\n    playlist {\n      id\n      title\n      privacyStatus\n      itemCount\n      localizations {\n        languageTag\n        title\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n  updated: updatePlaylist(\n    input: { id: $renamed, title: $newTitle, localizations: { set: $newTranslations } }\n  ) {\n    playlist {\n      title\n      description\n      localizations {\n        languageTag\n        title\n      }\n      localized(language: \"de\") {\n        title\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 5,
    "units": {
      "VIDEO": 103
    }
  },
  "UploadVideo": {
    "name": "UploadVideo",
    "kind": "mutation",
    "description": "Open an upload session for a new video. Then send the file to `uploadUrl` with PUT, and read `result` of the session.",
    "document": "# Open an upload session for a new video. Then send the file to `uploadUrl` with PUT, and read `result` of the session.\nmutation UploadVideo(\n  $title: String! = \"Behind the breakwater\"\n  $description: String = \"A night at the harbour.\"\n  $tags: [String!] = [\"harbour\", \"night\"]\n  $privacyStatus: PrivacyStatus! = PRIVATE\n  $madeForKids: Boolean = false\n  $contentType: String! = \"video/mp4\"\n  $contentLength: BigInt = \"73400320\"\n) {\n  createVideo(\n    input: {\n      title: $title\n      description: $description\n      tags: $tags\n      privacyStatus: $privacyStatus\n      selfDeclaredMadeForKids: $madeForKids\n      contentType: $contentType\n      contentLength: $contentLength\n    }\n  ) {\n    uploadSession {\n      id\n      uploadUrl\n      expiresAt\n      state\n      receivedBytes\n      totalBytes\n      result {\n        ... on Video {\n          title\n          uploadStatus\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 2,
    "units": {
      "VIDEO_UPLOAD": 1,
      "VIDEO": 1
    }
  },
  "DecideOnComments": {
    "name": "DecideOnComments",
    "kind": "mutation",
    "description": "Decide on comments: publish, hold or reject them. `banAuthor` rejects all later comments of their authors on the channel. Each comment has its own result.",
    "document": "# Decide on comments: publish, hold or reject them. `banAuthor` rejects all later comments of their authors on the channel. Each comment has its own result.\nmutation DecideOnComments(\n  $ids: [ID!]! = [\"Ugz52T9LMerz61HmfWDN0twm6H\"]\n  $status: CommentDecision! = REJECTED\n  $banAuthor: Boolean = true\n) {\n  setCommentModerationStatus(input: { ids: $ids, status: $status, banAuthor: $banAuthor }) {\n    results {\n      index\n      comment {\n        id\n        moderationStatus\n      }\n      errors {\n        code\n        message\n      }\n    }\n    failedCount\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 4,
    "units": {
      "VIDEO": 102
    }
  },
  "CommentOnVideo": {
    "name": "CommentOnVideo",
    "kind": "mutation",
    "description": "Comment on a video, and read the new thread. One call writes, and one call reads the text as plain text.",
    "document": "# Comment on a video, and read the new thread. One call writes, and one call reads the text as plain text.\nmutation CommentOnVideo(\n  $videoId: ID! = \"qxedO4fdiUU\"\n  $text: String! = \"Back again for the ferry ⛴️\"\n) {\n  createCommentThread(input: { videoId: $videoId, text: $text }) {\n    commentThread {\n      id\n      canReply\n      replyCount\n      topLevelComment {\n        id\n        text\n        textOriginal\n        authorDisplayName\n        publishedAt\n      }\n    }\n    errors {\n      code\n      message\n      path\n      reason\n    }\n  }\n}\n",
    "requests": 2,
    "units": {
      "VIDEO": 51
    }
  },
  "EditChannel": {
    "name": "EditChannel",
    "kind": "mutation",
    "description": "Change the description, keywords and translations of a channel. This takes two writes. All other fields keep their values.",
    "document": "# Change the description, keywords and translations of a channel. This takes two writes. All other fields keep their values.\nmutation EditChannel(\n  $id: ID! = \"UCrMPodkq1a41aiGI8ZUWaNz\"\n  $description: String = \"Short documentaries from the far north, and how we make them.\"\n  $keywords: String = \"film documentary north\"\n  $translations: [LocalizationInput!] = [\n    {\n      languageTag: \"de\"\n      title: \"Nordlicht Studio\"\n      description: \"Kurze Filme aus dem hohen Norden.\"\n    }\n  ]\n) {\n  updateChannel(\n    input: {\n      id: $id\n      description: $description\n      keywords: $keywords\n      localizations: { set: $translations }\n    }\n  ) {\n    channel {\n      description\n      brandingSettings {\n        keywords\n        bannerExternalUrl\n      }\n      localizations {\n        languageTag\n        title\n      }\n    }\n    errors {\n      code\n      message\n      path\n      ... on PartlyDoneError {\n        done\n        remaining\n      }\n    }\n  }\n}\n",
    "requests": 4,
    "units": {
      "VIDEO": 102
    }
  },
  "RateVideo": {
    "name": "RateVideo",
    "kind": "mutation",
    "description": "Rate a video. The payload has the rating and the number of likes afterwards.",
    "document": "# Rate a video. The payload has the rating and the number of likes afterwards.\nmutation RateVideo($id: ID! = \"qxedO4fdiUU\", $rating: VideoRating! = LIKE) {\n  rateVideo(input: { id: $id, rating: $rating }) {\n    video {\n      id\n      viewerRating\n      statistics {\n        likeCount\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 3,
    "units": {
      "VIDEO": 52
    }
  },
  "PrepareBroadcast": {
    "name": "PrepareBroadcast",
    "kind": "mutation",
    "description": "Create a broadcast, and a stream with the address and the key for the encoder. The key, `streamName`, is a secret. `BindStream` binds one to the other, `GoLive` goes live. No event is made and nobody is invited, as `AnnounceBroadcast` does.",
    "document": "# Create a broadcast, and a stream with the address and the key for the encoder. The key, `streamName`, is a secret. `BindStream` binds one to the other, `GoLive` goes live. No event is made and nobody is invited, as `AnnounceBroadcast` does.\nmutation PrepareBroadcast(\n  $title: String! = \"Harbour at night\"\n  $description: String = \"The last ferry, and the lights of the town.\"\n  $start: DateTime! = \"2099-06-01T20:00:00Z\"\n  $privacyStatus: PrivacyStatus! = UNLISTED\n  $streamTitle: String! = \"Camera on the pier\"\n) {\n  createBroadcast(\n    input: {\n      title: $title\n      description: $description\n      scheduledStartAt: $start\n      privacyStatus: $privacyStatus\n      enableMonitorStream: true\n    }\n  ) {\n    broadcast {\n      broadcastId\n      lifeCycleStatus\n      liveChatId\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n  createStream(input: { title: $streamTitle, isReusable: true }) {\n    stream {\n      streamId\n      ingestion {\n        ingestionAddress\n        streamName\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 4,
    "units": {
      "VIDEO": 102
    }
  },
  "BindStream": {
    "name": "BindStream",
    "kind": "mutation",
    "description": "Bind a stream to a broadcast: the data that the encoder sends to the stream becomes the broadcast. `PrepareBroadcast` creates both.",
    "document": "# Bind a stream to a broadcast: the data that the encoder sends to the stream becomes the broadcast. `PrepareBroadcast` creates both.\nmutation BindStream(\n  $id: ID! = \"pi0A2df6cQk\"\n  $streamId: ID = \"iZQ35FtVfiodEPYhQp8A_x1500000000000004\"\n) {\n  bindBroadcast(input: { id: $id, streamId: $streamId }) {\n    broadcast {\n      title\n      lifeCycleStatus\n      boundStream {\n        title\n        streamStatus\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 3,
    "units": {
      "VIDEO": 52
    }
  },
  "GoLive": {
    "name": "GoLive",
    "kind": "mutation",
    "description": "Take a prepared broadcast live in one step: bind its stream, wait until the stream receives data, test, and start. `WatchProgress` shows the progress.",
    "document": "# Take a prepared broadcast live in one step: bind its stream, wait until the stream receives data, test, and start. `WatchProgress` shows the progress.\nmutation GoLive(\n  $id: ID! = \"pi0A2df6cQk\"\n  $streamId: ID = \"iZQ35FtVfiodEPYhQp8A_x1500000000000004\"\n  $wait: Duration = \"PT30S\"\n) {\n  goLive(input: { id: $id, streamId: $streamId, wait: $wait }) {\n    broadcast {\n      title\n      lifeCycleStatus\n      boundStream {\n        title\n        streamStatus\n      }\n    }\n    errors {\n      code\n      message\n      path\n      ... on StreamInactiveError {\n        streamStatus\n      }\n    }\n  }\n}\n",
    "requests": 47,
    "units": {
      "VIDEO": 341
    }
  },
  "ModerateChat": {
    "name": "ModerateChat",
    "kind": "mutation",
    "description": "Delete a message of a live chat, and ban its author for some minutes. `LiveChat` reads the ids; `unbanChatUser` takes the id of the ban.",
    "document": "# Delete a message of a live chat, and ban its author for some minutes. `LiveChat` reads the ids; `unbanChatUser` takes the id of the ban.\nmutation ModerateChat(\n  $chat: ID! = \"Cg0KeVaDEB4_HCt\"\n  $message: ID! = \"LCC.kRpXSgtXxOHZyc8ADltg9Nst2eYyfEXgvxKGtqMq\"\n  $channel: ID! = \"UCD5J3bSJwHy77DAQ1ljEymz\"\n  $duration: Duration = \"PT5M\"\n) {\n  deleteChatMessage(input: { id: $message }) {\n    deletedId\n    errors {\n      code\n      message\n      path\n    }\n  }\n  banChatUser(input: { liveChatId: $chat, channelId: $channel, duration: $duration }) {\n    liveChatBan {\n      banId\n      type\n      duration\n      bannedUserDetails {\n        displayName\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 2,
    "units": {
      "VIDEO": 100
    }
  },
  "WriteInChat": {
    "name": "WriteInChat",
    "kind": "mutation",
    "description": "Post a text in a live chat. With `poll` instead of `text`, the owner of the chat asks the viewers a question.",
    "document": "# Post a text in a live chat. With `poll` instead of `text`, the owner of the chat asks the viewers a question.\nmutation WriteInChat(\n  $chat: ID! = \"Cg0KeVaDEB4_HCt\"\n  $content: ChatMessageContentInput! = { text: \"The camera moves to the dry dock.\" }\n) {\n  sendChatMessage(input: { liveChatId: $chat, content: $content }) {\n    chatMessage {\n      __typename\n      messageId\n      displayText\n      publishedAt\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 1,
    "units": {
      "VIDEO": 50
    }
  },
  "EndBroadcast": {
    "name": "EndBroadcast",
    "kind": "mutation",
    "description": "End a broadcast that is live or being tested. This cannot be undone. If the broadcast has ended, nothing changes.",
    "document": "# End a broadcast that is live or being tested. This cannot be undone. If the broadcast has ended, nothing changes.\nmutation EndBroadcast($id: ID! = \"LMEv_D6wOrs\") {\n  endBroadcast(input: { id: $id }) {\n    broadcast {\n      title\n      lifeCycleStatus\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 32,
    "units": {
      "VIDEO": 130
    }
  },
  "AnnounceBroadcast": {
    "name": "AnnounceBroadcast",
    "kind": "mutation",
    "description": "Announce a broadcast in one step: an event in a calendar with its guests, an unlisted broadcast with the title and times of the event, the caller's reusable stream, and the links between them. If a step fails, all of it is undone. With a `newEventId` of its own, a client can repeat the mutation. `WatchPreparation` shows the progress, `GoLive` goes live.",
    "document": "# Announce a broadcast in one step: an event in a calendar with its guests, an unlisted broadcast with the title and times of the event, the caller's reusable stream, and the links between them. If a step fails, all of it is undone. With a `newEventId` of its own, a client can repeat the mutation. `WatchPreparation` shows the progress, `GoLive` goes live.\nmutation AnnounceBroadcast(\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n  $eventId: ID = \"harbouratnight2099\"\n  $title: String! = \"Harbour at night\"\n  $start: DateTimeOrLocal! = \"2099-06-01T20:00:00Z\"\n  $end: DateTimeOrLocal! = \"2099-06-01T22:00:00Z\"\n  $guests: [EventAttendeeInput!] = [{ email: \"ben@studio.example\" }]\n  $notify: NotifiedAttendees = ALL\n) {\n  prepareBroadcast(\n    input: {\n      event: {\n        new: {\n          calendarId: $calendar\n          newEventId: $eventId\n          summary: $title\n          start: { dateTime: $start }\n          end: { dateTime: $end }\n        }\n      }\n      broadcast: { new: { privacyStatus: UNLISTED, enableMonitorStream: true } }\n      stream: { select: REUSABLE }\n      attendees: $guests\n      notify: $notify\n    }\n  ) {\n    event {\n      id\n      summary\n      attendees {\n        email\n      }\n    }\n    broadcast {\n      broadcastId\n      title\n      scheduledStartAt\n      lifeCycleStatus\n    }\n    stream {\n      title\n      ingestion {\n        ingestionAddress\n        streamName\n      }\n    }\n    errors {\n      code\n      message\n      path\n      ... on PartlyDoneError {\n        done\n        remaining\n      }\n    }\n  }\n}\n",
    "requests": 42,
    "units": {
      "CALENDAR": 20,
      "VIDEO": 218
    }
  },
  "PublishFile": {
    "name": "PublishFile",
    "kind": "mutation",
    "description": "Make a video of a file in Google Drive. The bytes go through the gateway, not through the client. Without `wait` the mutation returns when the transfer has begun. Repeat it after any error: it continues. `WatchPublication` shows the progress.",
    "document": "# Make a video of a file in Google Drive. The bytes go through the gateway, not through the client. Without `wait` the mutation returns when the transfer has begun. Repeat it after any error: it continues. `WatchPublication` shows the progress.\nmutation PublishFile(\n  $id: ID! = \"1YDJ4mFJfxrEModzx_iKb5ccOtQpSC4OS\"\n  $title: String! = \"Harbour at night: the intro\"\n  $description: String = \"First take.\"\n  $tags: [String!] = [\"harbour\", \"night\"]\n  $privacyStatus: PrivacyStatus! = UNLISTED\n  $wait: Duration = \"PT20S\"\n) {\n  publishFileAsVideo(\n    input: {\n      fileId: $id\n      title: $title\n      description: $description\n      privacyStatus: $privacyStatus\n      tags: $tags\n      wait: $wait\n    }\n  ) {\n    file {\n      name\n    }\n    publicationProgress {\n      step\n      transferredBytes\n      totalBytes\n      errorCode\n    }\n    video {\n      id\n      title\n      uploadStatus\n    }\n    errors {\n      code\n      message\n      path\n      ... on PartlyDoneError {\n        done\n        remaining\n      }\n    }\n  }\n}\n",
    "requests": 14,
    "units": {
      "STORAGE": 480,
      "VIDEO": 4,
      "VIDEO_UPLOAD": 1
    }
  },
  "SharingDialog": {
    "name": "SharingDialog",
    "kind": "query",
    "description": "Who has access to a file, who requests access, and what the caller may change. The permissions come with the file; the requests are one more call.",
    "document": "# Who has access to a file, who requests access, and what the caller may change. The permissions come with the file; the requests are one more call.\nquery SharingDialog($file: ID! = \"1Tozt_j2EjypcwY10x_GC2_EFDaH2aYmZ\") {\n  file(id: $file) {\n    name\n    webViewLink\n    capabilities {\n      canShare\n    }\n    permissions(first: 100) {\n      nodes {\n        id\n        type\n        role\n        displayName\n        email\n        photoLink\n        permissionDetails {\n          inherited\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n    accessProposals {\n      nodes {\n        id\n        requester {\n          email\n        }\n        requests {\n          role\n        }\n        requestMessage\n        createdAt\n      }\n    }\n  }\n}\n",
    "requests": 6,
    "units": {
      "STORAGE": 505
    }
  },
  "ShareFile": {
    "name": "ShareFile",
    "kind": "mutation",
    "description": "Give a user access to a file, and let everybody with the link read it. The access of the user ends at `until`, which must be in the future; without a value it does not end. Nobody gets an email, because `notify` is false by default.",
    "document": "# Give a user access to a file, and let everybody with the link read it. The access of the user ends at `until`, which must be in the future; without a value it does not end. Nobody gets an email, because `notify` is false by default.\nmutation ShareFile(\n  $file: ID! = \"1G68qFaBPV28-UsE5n8Rhm4ikiqLv31BE\"\n  $email: EmailAddress = \"chloe@studio.example\"\n  $role: FilePermissionRole! = COMMENTER\n  $until: DateTime = null\n) {\n  user: createFilePermission(\n    input: { fileId: $file, type: USER, role: $role, email: $email, expiresAt: $until }\n  ) {\n    filePermission {\n      ...Access\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n  link: createFilePermission(input: { fileId: $file, type: ANYONE, role: READER }) {\n    filePermission {\n      ...Access\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n\nfragment Access on FilePermission {\n  id\n  type\n  role\n  email\n  expiresAt\n  allowFileDiscovery\n}\n",
    "requests": 10,
    "units": {
      "STORAGE": 330
    }
  },
  "AnswerAccessRequest": {
    "name": "AnswerAccessRequest",
    "kind": "mutation",
    "description": "Accept a request for access with a role of your choice. The file comes back with its permissions; `SharingDialog` reads the ids of the requests.",
    "document": "# Accept a request for access with a role of your choice. The file comes back with its permissions; `SharingDialog` reads the ids of the requests.\nmutation AnswerAccessRequest(\n  $file: ID! = \"1Tozt_j2EjypcwY10x_GC2_EFDaH2aYmZ\"\n  $proposal: ID! = \"APXz1aJIS0cFxdAMkXKzP_p\"\n  $role: AccessProposalRole! = COMMENTER\n  $notify: Boolean = true\n) {\n  resolveAccessProposal(\n    input: {\n      by: { key: { fileId: $file, proposalId: $proposal } }\n      action: ACCEPT\n      roles: [$role]\n      notify: $notify\n    }\n  ) {\n    deletedId\n    file {\n      permissions {\n        nodes {\n          role\n          email\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 8,
    "units": {
      "STORAGE": 465
    }
  },
  "RevisionHistory": {
    "name": "RevisionHistory",
    "kind": "query",
    "description": "The revisions of a file, oldest first: who made them, when, and which of them Google Drive keeps. Two calls: the file and its revisions.",
    "document": "# The revisions of a file, oldest first: who made them, when, and which of them Google Drive keeps. Two calls: the file and its revisions.\nquery RevisionHistory($file: ID! = \"1g8MV_9DLdH8rKr59B3Bm5WsEgIRYTpO4\") {\n  file(id: $file) {\n    name\n    headRevisionId\n    revisions(first: 50) {\n      nodes {\n        id\n        revisionId\n        modifiedAt\n        lastModifyingUser {\n          displayName\n          photoLink\n        }\n        size\n        originalFilename\n        keepForever\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}\n",
    "requests": 5,
    "units": {
      "STORAGE": 405
    }
  },
  "CommentThreads": {
    "name": "CommentThreads",
    "kind": "query",
    "description": "The comments on a file of Google Drive with their replies, newest first. Two calls: the file, and its comments, which contain the replies.",
    "document": "# The comments on a file of Google Drive with their replies, newest first. Two calls: the file, and its comments, which contain the replies.\nquery CommentThreads($file: ID! = \"1G68qFaBPV28-UsE5n8Rhm4ikiqLv31BE\") {\n  file(id: $file) {\n    name\n    comments(first: 20) {\n      nodes {\n        id\n        commentId\n        author {\n          displayName\n          photoLink\n          me\n        }\n        createdAt\n        htmlContent\n        quotedText\n        resolved\n        assigneeEmail\n        replies(first: 100) {\n          nodes {\n            id\n            author {\n              displayName\n            }\n            htmlContent\n            action\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}\n",
    "requests": 5,
    "units": {
      "STORAGE": 405
    }
  },
  "ResolveComment": {
    "name": "ResolveComment",
    "kind": "mutation",
    "description": "Reply to a comment on a file, and resolve it with the same reply. `action: REOPEN` opens it again; `CommentThreads` reads the ids.",
    "document": "# Reply to a comment on a file, and resolve it with the same reply. `action: REOPEN` opens it again; `CommentThreads` reads the ids.\nmutation ResolveComment(\n  $file: ID! = \"1G68qFaBPV28-UsE5n8Rhm4ikiqLv31BE\"\n  $comment: ID! = \"AAAAk8M6itk\"\n  $content: String = \"Moved ten seconds earlier.\"\n) {\n  createFileReply(\n    input: {\n      commentBy: { key: { fileId: $file, commentId: $comment } }\n      content: $content\n      action: RESOLVE\n    }\n  ) {\n    fileReply {\n      id\n      content\n      action\n      comment {\n        id\n        resolved\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 4,
    "units": {
      "STORAGE": 65
    }
  },
  "UploadFile": {
    "name": "UploadFile",
    "kind": "mutation",
    "description": "Open an upload session for a new file of Google Drive. Then send the content to `uploadUrl` with PUT, and read `result` of the session.",
    "document": "# Open an upload session for a new file of Google Drive. Then send the content to `uploadUrl` with PUT, and read `result` of the session.\nmutation UploadFile(\n  $name: String! = \"Harbour at night.wav\"\n  $parentId: ID = \"root\"\n  $contentType: String! = \"audio/wav\"\n  $contentLength: BigInt = \"73400320\"\n) {\n  createUploadSession(\n    input: {\n      newFile: {\n        name: $name\n        parentId: $parentId\n        contentType: $contentType\n        contentLength: $contentLength\n      }\n    }\n  ) {\n    uploadSession {\n      id\n      uploadUrl\n      expiresAt\n      state\n      receivedBytes\n      totalBytes\n      result {\n        ... on File {\n          fileId\n          size\n          md5Checksum\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 3,
    "units": {
      "STORAGE": 60
    }
  },
  "PrepareDownload": {
    "name": "PrepareDownload",
    "kind": "mutation",
    "description": "Let Google Drive prepare a download of any size. Then read the operation with `longRunningOperation(id:, wait:)` until it is done.",
    "document": "# Let Google Drive prepare a download of any size. Then read the operation with `longRunningOperation(id:, wait:)` until it is done.\nmutation PrepareDownload(\n  $fileId: ID! = \"1tgMMvsTCDb7Y5ZYRBQhvScZqDWRK60ia\"\n  $mimeType: String = \"application/pdf\"\n) {\n  startFileDownload(input: { fileId: $fileId, mimeType: $mimeType }) {\n    longRunningOperation {\n      operationId\n      done\n      download(fileName: \"script.pdf\") {\n        url\n        expiresAt\n      }\n      error {\n        code\n        message\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 2,
    "units": {
      "STORAGE": 205
    }
  },
  "FollowChanges": {
    "name": "FollowChanges",
    "kind": "subscription",
    "description": "The changes of files and shared drives as they happen. The first event has only a cursor: read the files after it. To continue after an interruption, pass the last cursor as `after`.",
    "document": "# The changes of files and shared drives as they happen. The first event has only a cursor: read the files after it. To continue after an interruption, pass the last cursor as `after`.\nsubscription FollowChanges($after: String = null) {\n  fileChanges(after: $after) {\n    changes {\n      __typename\n      changedAt\n      ... on FileChanged {\n        file {\n          id\n          name\n          version\n          trashed\n          parentIds\n          lastModifyingUser {\n            displayName\n          }\n        }\n      }\n      ... on FileRemoved {\n        fileId\n      }\n      ... on SharedDriveChanged {\n        sharedDrive {\n          id\n          name\n        }\n      }\n      ... on SharedDriveRemoved {\n        driveId\n      }\n    }\n    cursor\n    reset\n  }\n}\n",
    "requests": 4,
    "units": {
      "STORAGE": 115
    }
  },
  "WatchPublication": {
    "name": "WatchPublication",
    "kind": "subscription",
    "description": "The steps of `publishFileAsVideo` for a file, and the bytes that have been sent. Start this example, wait for the step `SUBSCRIBED`, then run `PublishFile` in another browser window: you see every step. While somebody is subscribed, a transfer whose gateway process has ended is continued by another one.",
    "document": "# The steps of `publishFileAsVideo` for a file, and the bytes that have been sent. Start this example, wait for the step `SUBSCRIBED`, then run `PublishFile` in another browser window: you see every step. While somebody is subscribed, a transfer whose gateway process has ended is continued by another one.\nsubscription WatchPublication($file: ID! = \"1YDJ4mFJfxrEModzx_iKb5ccOtQpSC4OS\") {\n  publicationProgress(id: $file) {\n    step\n    at\n    transferredBytes\n    totalBytes\n    file {\n      name\n    }\n    video {\n      title\n    }\n    errorCode\n  }\n}\n",
    "requests": 4,
    "units": {
      "STORAGE": 10,
      "VIDEO": 2
    }
  },
  "WeekView": {
    "name": "WeekView",
    "kind": "query",
    "description": "The events of a week in the calendars that a user has switched on: one call for each calendar. The ids are global ids, the field `calendar.id` of the entries of `Viewer.calendars`, which also have the names and colors of the calendars.",
    "document": "# The events of a week in the calendars that a user has switched on: one call for each calendar. The ids are global ids, the field `calendar.id` of the entries of `Viewer.calendars`, which also have the names and colors of the calendars.\n# `color` instead of `colorId` adds one call for all events. For the attached files, select `attachments(first: 2) { file { name } }` and request fewer events: the estimate counts one call for each file.\nquery WeekView(\n  $calendars: [ID!]! = [\n    \"~Q2FsZW5kYXIKYXZhQHN0dWRpby5leGFtcGxl\"\n    \"~Q2FsZW5kYXIKY19xbmJvb2FtYWJnNmRkMWdpcGhlcG5ucmtuZkBncm91cC5jYWxlbmRhci5leGFtcGxl\"\n    \"~Q2FsZW5kYXIKY19iNTNpcTBhdmU0ZWZudXZsMHVuNjBmcjcwZ0Bncm91cC5jYWxlbmRhci5leGFtcGxl\"\n  ]\n  $from: DateTime! = \"2027-03-15T00:00:00+01:00\"\n  $to: DateTime! = \"2027-03-22T00:00:00+01:00\"\n  $timeZone: String = \"Europe/Stockholm\"\n) {\n  nodes(ids: $calendars) {\n    ... on Calendar {\n      id\n      calendarId\n      events(first: 100, from: $from, to: $to, orderBy: START, timeZone: $timeZone) {\n        nodes {\n          id\n          summary\n          eventType\n          location\n          colorId\n          htmlLink\n          hangoutLink\n          attendees {\n            email\n            responseStatus\n          }\n          attachments {\n            title\n            fileUrl\n          }\n          start {\n            date\n            dateTime\n          }\n          end {\n            date\n            dateTime\n          }\n        }\n        pageInfo {\n          hasNextPage\n        }\n      }\n    }\n  }\n}\n",
    "requests": 6,
    "units": {
      "CALENDAR": 6
    }
  },
  "CreateMeeting": {
    "name": "CreateMeeting",
    "kind": "mutation",
    "description": "Create a meeting with a Google Meet call, guests and files of Google Drive. The guests receive an invitation, as `notify` says. With a `newEventId` in the input, a client can repeat the mutation.",
    "document": "# Create a meeting with a Google Meet call, guests and files of Google Drive. The guests receive an invitation, as `notify` says. With a `newEventId` in the input, a client can repeat the mutation.\nmutation CreateMeeting(\n  $calendar: ID! = \"primary\"\n  $title: String! = \"Review of the trailer\"\n  $start: DateTimeOrLocal! = \"2027-03-15T10:00:00\"\n  $end: DateTimeOrLocal! = \"2027-03-15T11:00:00\"\n  $timeZone: String = \"Europe/Lisbon\"\n  $guests: [EventAttendeeInput!] = [\n    { email: \"ben@studio.example\" }\n    { email: \"chloe@studio.example\", optional: true }\n  ]\n  $attachments: [EventAttachmentInput!] = [\n    { fileId: \"1G68qFaBPV28-UsE5n8Rhm4ikiqLv31BE\", title: \"Script\" }\n  ]\n  $notify: NotifiedAttendees = ALL\n) {\n  createEvent(\n    input: {\n      calendarId: $calendar\n      summary: $title\n      start: { dateTime: $start, timeZone: $timeZone }\n      end: { dateTime: $end, timeZone: $timeZone }\n      attendees: $guests\n      attachments: $attachments\n      conference: { create: {} }\n      notify: $notify\n    }\n  ) {\n    event {\n      id\n      summary\n      htmlLink\n      hangoutLink\n      start {\n        dateTime\n        timeZone\n      }\n      attendees {\n        email\n        responseStatus\n      }\n      attachments {\n        title\n        file {\n          id\n          name\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 9,
    "units": {
      "CALENDAR": 4,
      "STORAGE": 25
    }
  },
  "RescheduleSeries": {
    "name": "RescheduleSeries",
    "kind": "mutation",
    "description": "Reschedule the rest of a series: the named occurrence and all later ones get another time, and occurrences that were changed one by one keep their changes. `scope: ALL` moves the whole series, and `THIS` the occurrence alone.",
    "document": "# Reschedule the rest of a series: the named occurrence and all later ones get another time, and occurrences that were changed one by one keep their changes. `scope: ALL` moves the whole series, and `THIS` the occurrence alone.\n# The id of an occurrence ends with its original start. `Event.instances` lists the occurrences of a series.\nmutation RescheduleSeries(\n  $calendar: ID! = \"c_b53iq0ave4efnuvl0un60fr70g@group.calendar.example\"\n  $occurrence: ID! = \"40900l1rmi2t4ueajh7h4jfqes_20270316T080000Z\"\n  $start: DateTimeOrLocal = \"2027-03-16T14:00:00+01:00\"\n  $end: DateTimeOrLocal = \"2027-03-16T15:00:00+01:00\"\n  $scope: SeriesScope! = FOLLOWING\n  $notify: NotifiedAttendees = ALL\n) {\n  updateEvent(\n    input: {\n      by: { key: { calendarId: $calendar, eventId: $occurrence } }\n      scope: $scope\n      start: { dateTime: $start }\n      end: { dateTime: $end }\n      notify: $notify\n    }\n  ) {\n    event {\n      id\n      eventId\n      recurrence\n      start {\n        dateTime\n        timeZone\n      }\n      end {\n        dateTime\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 230,
    "units": {
      "CALENDAR": 230
    }
  },
  "FindFreeSlot": {
    "name": "FindFreeSlot",
    "kind": "query",
    "description": "The times at which all people are free for a while within working hours. One call reads all busy times, and no event. An address is the primary calendar of a person: add the ids of further calendars (`MyStudio` has those of the caller). Events that are marked as free do not count. The slots do not consider people in `unreadable`, whose calendars the caller cannot see.",
    "document": "# The times at which all people are free for a while within working hours. One call reads all busy times, and no event. An address is the primary calendar of a person: add the ids of further calendars (`MyStudio` has those of the caller). Events that are marked as free do not count. The slots do not consider people in `unreadable`, whose calendars the caller cannot see.\nquery FindFreeSlot(\n  $people: [ID!]! = [\"ava@studio.example\", \"ben@studio.example\", \"chloe@studio.example\"]\n  $from: DateTime! = \"2026-03-11T00:00:00+01:00\"\n  $to: DateTime! = \"2026-03-14T00:00:00+01:00\"\n  $duration: Duration! = \"PT45M\"\n  $workingHours: [AvailableTimeInput!] = [{ from: \"09:00\", to: \"17:00\" }]\n  $timeZone: String! = \"Europe/Stockholm\"\n) {\n  findFreeSlots(\n    people: $people\n    from: $from\n    to: $to\n    duration: $duration\n    workingHours: $workingHours\n    timeZone: $timeZone\n    ignoreUnreadable: true\n    first: 10\n  ) {\n    slots {\n      from\n      to\n    }\n    unreadable {\n      calendarId\n      error\n    }\n  }\n}\n",
    "requests": 1,
    "units": {
      "CALENDAR": 1
    }
  },
  "ShareCalendar": {
    "name": "ShareCalendar",
    "kind": "mutation",
    "description": "Give a person access to a calendar, and read who has access afterwards. `updateAccessRule` changes the role later. Nobody is notified unless `notify` is true.",
    "document": "# Give a person access to a calendar, and read who has access afterwards. `updateAccessRule` changes the role later. Nobody is notified unless `notify` is true.\nmutation ShareCalendar(\n  $calendarId: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n  $email: EmailAddress = \"chloe@studio.example\"\n  $role: AccessRuleRole! = WRITER\n  $notify: Boolean! = true\n) {\n  createAccessRule(\n    input: {\n      calendarId: $calendarId\n      role: $role\n      scope: { type: USER, email: $email }\n      notify: $notify\n    }\n  ) {\n    accessRule {\n      id\n      role\n      etag\n      person {\n        email\n      }\n      calendar {\n        summary\n        accessRules(first: 50) {\n          nodes {\n            id\n            role\n            scope {\n              type\n              email\n              domain\n            }\n          }\n          pageInfo {\n            hasNextPage\n            endCursor\n          }\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 8,
    "units": {
      "CALENDAR": 8
    }
  },
  "FollowCalendar": {
    "name": "FollowCalendar",
    "kind": "subscription",
    "description": "The events of a calendar, and then their changes as they happen. The first pages have all events, up to `hasMore: false`. After `reset`, all events come again: delete those that do not. To continue after an interruption, pass the last cursor as `after`.",
    "document": "# The events of a calendar, and then their changes as they happen. The first pages have all events, up to `hasMore: false`. After `reset`, all events come again: delete those that do not. To continue after an interruption, pass the last cursor as `after`.\nsubscription FollowCalendar($calendarId: ID! = \"primary\", $after: String = null) {\n  eventChanges(calendarId: $calendarId, after: $after) {\n    changes {\n      __typename\n      eventId\n      ... on EventChanged {\n        event {\n          id\n          etag\n          summary\n          start {\n            date\n            dateTime\n          }\n          recurrence\n          recurringEventId\n        }\n      }\n      ... on EventDeleted {\n        recurringEventId\n      }\n    }\n    cursor\n    hasMore\n    reset\n  }\n}\n",
    "requests": 4,
    "units": {
      "CALENDAR": 4
    }
  },
  "AnswerInvitation": {
    "name": "AnswerInvitation",
    "kind": "mutation",
    "description": "Answer an invitation: the event is the copy on the calendar of the guest. The organizer and the other guests see the response. The comment is for the organizer.",
    "document": "# Answer an invitation: the event is the copy on the calendar of the guest. The organizer and the other guests see the response. The comment is for the organizer.\n# A guest finds an event of `createEvent` on their own calendar, under the same `eventId`.\nmutation AnswerInvitation(\n  $calendar: ID! = \"primary\"\n  $event: ID! = \"hlkkn1vco06bb4vlvk0u74d2kk\"\n  $response: ResponseStatus! = ACCEPTED\n  $comment: String = \"I bring the headphones.\"\n) {\n  respondToEvent(\n    input: {\n      by: { key: { calendarId: $calendar, eventId: $event } }\n      responseStatus: $response\n      comment: $comment\n    }\n  ) {\n    event {\n      id\n      summary\n      organizer {\n        displayName\n      }\n      attendees {\n        email\n        responseStatus\n        comment\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 4,
    "units": {
      "CALENDAR": 4
    }
  },
  "EditMeeting": {
    "name": "EditMeeting",
    "kind": "mutation",
    "description": "Edit the lists of a meeting: add a guest and remove another, attach a file of Google Drive, and add a reminder, some time before the start. Entries that the input does not name stay, whatever another client changes at the same time.",
    "document": "# Edit the lists of a meeting: add a guest and remove another, attach a file of Google Drive, and add a reminder, some time before the start. Entries that the input does not name stay, whatever another client changes at the same time.\nmutation EditMeeting(\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n  $event: ID! = \"i2g7ha3oairhqnodia1kle1ii4\"\n  $guest: EmailAddress! = \"new@guest.example\"\n  $removed: EmailAddress! = \"dana@studio.example\"\n  $file: ID! = \"1G68qFaBPV28-UsE5n8Rhm4ikiqLv31BE\"\n  $title: String = \"Script\"\n  $before: Duration! = \"PT10M\"\n  $notify: NotifiedAttendees = ALL\n) {\n  updateEvent(\n    input: {\n      by: { key: { calendarId: $calendar, eventId: $event } }\n      attendees: { set: [{ email: $guest, optional: true }], remove: [$removed] }\n      attachments: { set: [{ fileId: $file, title: $title }] }\n      reminders: { overrides: { set: [{ method: POPUP, before: $before }] } }\n      notify: $notify\n    }\n  ) {\n    event {\n      id\n      attendees {\n        email\n        responseStatus\n      }\n      attachments {\n        fileId\n        title\n      }\n      reminders {\n        useDefault\n        overrides {\n          method\n          before\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 6,
    "units": {
      "CALENDAR": 6
    }
  },
  "LinkVideo": {
    "name": "LinkVideo",
    "kind": "mutation",
    "description": "Link a video with its event and with the file that it was made of. Both links lead in both directions; `videoId: null` removes them.",
    "document": "# Link a video with its event and with the file that it was made of. Both links lead in both directions; `videoId: null` removes them.\nmutation LinkVideo(\n  $video: ID! = \"ZQH3B3yyBqN\"\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n  $event: ID! = \"246cdf6si4i5oujnc89q4dmn70\"\n  $file: ID! = \"1MrFOZiqIkcqKY50-FKuuzevDCU2qcex7\"\n) {\n  updateEvent(input: { by: { key: { calendarId: $calendar, eventId: $event } }, videoId: $video }) {\n    event {\n      id\n      video {\n        title\n        events(calendarId: $calendar, first: 5) {\n          nodes {\n            summary\n          }\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n  updateFile(input: { id: $file, videoId: $video }) {\n    file {\n      id\n      video {\n        title\n        sourceFile {\n          name\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 17,
    "units": {
      "CALENDAR": 10,
      "VIDEO": 2,
      "STORAGE": 465
    }
  },
  "WatchPreparation": {
    "name": "WatchPreparation",
    "kind": "subscription",
    "description": "Each step of `prepareBroadcast` for an event. Start this example, wait for the step `SUBSCRIBED`, then run `AnnounceBroadcast` in another browser window with the same token: the event need not exist yet, and you see every step.",
    "document": "# Each step of `prepareBroadcast` for an event. Start this example, wait for the step `SUBSCRIBED`, then run `AnnounceBroadcast` in another browser window with the same token: the event need not exist yet, and you see every step.\nsubscription WatchPreparation(\n  $event: EventBy! = {\n    key: {\n      calendarId: \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n      eventId: \"harbouratnight2099\"\n    }\n  }\n) {\n  preparationProgress(by: $event) {\n    step\n    at\n    event {\n      summary\n    }\n    broadcast {\n      title\n    }\n    stream {\n      title\n    }\n    errorCode\n  }\n}\n",
    "requests": 4,
    "units": {
      "CALENDAR": 2,
      "VIDEO": 2
    }
  },
  "Dashboard": {
    "name": "Dashboard",
    "kind": "query",
    "description": "The start page of a studio: the next broadcasts with the event that plans each, its guests, its files and who may read them, and the latest videos with their comments.",
    "document": "# The start page of a studio: the next broadcasts with the event that plans each, its guests, its files and who may read them, and the latest videos with their comments.\nquery Dashboard($calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\") {\n  viewer {\n    broadcasts(status: UPCOMING, first: 10) {\n      nodes {\n        id\n        title\n        scheduledStartAt\n        event(calendarId: $calendar) {\n          summary\n          attendees {\n            email\n            responseStatus\n          }\n          attachments {\n            file {\n              name\n              permissions {\n                nodes {\n                  role\n                  email\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n    channel {\n      videos(first: 5) {\n        nodes {\n          title\n          statistics {\n            viewCount\n          }\n          commentThreads(first: 3) {\n            nodes {\n              topLevelComment {\n                text\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}\n",
    "requests": 122,
    "units": {
      "VIDEO": 12,
      "CALENDAR": 13,
      "STORAGE": 5550
    }
  },
  "TeamWeek": {
    "name": "TeamWeek",
    "kind": "query",
    "description": "The week of a team: the events of all calendars in the list of the caller, with their guests and the attached files. All-day events have a `date`.",
    "document": "# The week of a team: the events of all calendars in the list of the caller, with their guests and the attached files. All-day events have a `date`.\nquery TeamWeek(\n  $from: DateTime! = \"2027-03-15T00:00:00+01:00\"\n  $to: DateTime! = \"2027-03-22T00:00:00+01:00\"\n) {\n  viewer {\n    calendars {\n      nodes {\n        calendarId\n        summary\n        calendar {\n          events(from: $from, to: $to) {\n            nodes {\n              eventId\n              summary\n              start {\n                date\n                dateTime\n              }\n              end {\n                date\n                dateTime\n              }\n              attendees {\n                email\n                responseStatus\n              }\n              attachments {\n                file {\n                  name\n                  webViewLink\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}\n",
    "requests": 2024,
    "units": {
      "CALENDAR": 24,
      "STORAGE": 10000
    }
  },
  "MediaLibrary": {
    "name": "MediaLibrary",
    "kind": "query",
    "description": "The newest video files with the folder of each, and with the video that was made of it.",
    "document": "# The newest video files with the folder of each, and with the video that was made of it.\nquery MediaLibrary {\n  files(filter: { types: [VIDEO] }, orderBy: [{ field: MODIFIED_AT, direction: DESC }]) {\n    nodes {\n      name\n      size\n      parents {\n        name\n      }\n      video {\n        title\n        privacyStatus\n        statistics {\n          viewCount\n        }\n      }\n    }\n  }\n}\n",
    "requests": 25,
    "units": {
      "STORAGE": 500,
      "VIDEO": 1
    }
  },
  "AuditFiles": {
    "name": "AuditFiles",
    "kind": "query",
    "description": "Who may open which files: the files of the caller that are shared, with their permissions. They come with the files, except for files on shared drives.",
    "document": "# Who may open which files: the files of the caller that are shared, with their permissions. They come with the files, except for files on shared drives.\nquery AuditFiles {\n  files(query: \"'me' in owners\", first: 50) {\n    nodes {\n      name\n      shared\n      permissions {\n        nodes {\n          type\n          role\n          email\n        }\n      }\n    }\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n  }\n}\n",
    "requests": 54,
    "units": {
      "STORAGE": 5400
    }
  },
  "BroadcastFromEvent": {
    "name": "BroadcastFromEvent",
    "kind": "mutation",
    "description": "Prepare the broadcast of a meeting that is in the calendar: a broadcast and a stream are created and bound, and the event leads to the broadcast. Without `start` it begins with the event. If a step fails, what was done is undone.",
    "document": "# Prepare the broadcast of a meeting that is in the calendar: a broadcast and a stream are created and bound, and the event leads to the broadcast. Without `start` it begins with the event. If a step fails, what was done is undone.\nmutation BroadcastFromEvent(\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n  $event: ID! = \"246cdf6si4i5oujnc89q4dmn70\"\n  $start: DateTime = \"2099-06-01T20:00:00Z\"\n  $privacyStatus: PrivacyStatus! = UNLISTED\n  $stream: String! = \"Stage\"\n) {\n  prepareBroadcast(\n    input: {\n      event: { existing: { key: { calendarId: $calendar, eventId: $event } } }\n      broadcast: { new: { privacyStatus: $privacyStatus, scheduledStartAt: $start } }\n      stream: { new: { title: $stream } }\n    }\n  ) {\n    broadcast {\n      id\n      title\n      scheduledStartAt\n    }\n    stream {\n      title\n      ingestion {\n        ingestionAddress\n        streamName\n      }\n    }\n    event {\n      summary\n      broadcast {\n        id\n      }\n    }\n    errors {\n      code\n      message\n    }\n  }\n}\n",
    "requests": 45,
    "units": {
      "CALENDAR": 19,
      "VIDEO": 320
    }
  },
  "FollowBroadcast": {
    "name": "FollowBroadcast",
    "kind": "subscription",
    "description": "Each change of a broadcast, whoever makes it: the status, the stream, the chat, and its end. The first event has only the cursor.",
    "document": "# Each change of a broadcast, whoever makes it: the status, the stream, the chat, and its end. The first event has only the cursor.\nsubscription FollowBroadcast($id: ID! = \"pi0A2df6cQk\", $after: String = null) {\n  broadcastChanged(id: $id, after: $after) {\n    changes {\n      __typename\n      broadcastId\n      ... on BroadcastChanged {\n        broadcast {\n          title\n          lifeCycleStatus\n          liveChatId\n          boundStream {\n            streamStatus\n          }\n        }\n      }\n    }\n    cursor\n  }\n}\n",
    "requests": 2,
    "units": {
      "VIDEO": 2
    }
  },
  "ChangedSince": {
    "name": "ChangedSince",
    "kind": "query",
    "description": "What has changed since a time: files, events of a calendar, and what the channel has published. `modifiedFrom`, `updatedFrom` and `from` name the time.",
    "document": "# What has changed since a time: files, events of a calendar, and what the channel has published. `modifiedFrom`, `updatedFrom` and `from` name the time.\n# Google Calendar accepts only a time of the last weeks: pass the one of your last visit as `$eventsSince`. To follow the changes, use example 48 and 55.\nquery ChangedSince(\n  $since: DateTime! = \"2026-02-28T00:00:00Z\"\n  $eventsSince: DateTime = null\n  $calendar: ID! = \"c_qnbooamabg6dd1giphepnnrknf@group.calendar.example\"\n) {\n  files(filter: { modifiedAt: { from: $since } }) {\n    nodes {\n      name\n      modifiedAt\n      lastModifyingUser {\n        displayName\n      }\n    }\n  }\n  calendar(id: $calendar) {\n    events(filter: { updatedFrom: $eventsSince, includeDeleted: true }, first: 50) {\n      nodes {\n        summary\n        status\n        updatedAt\n      }\n    }\n  }\n  viewer {\n    activities(from: $since) {\n      nodes {\n        type\n        title\n        publishedAt\n      }\n    }\n  }\n}\n",
    "requests": 6,
    "units": {
      "STORAGE": 400,
      "CALENDAR": 4,
      "VIDEO": 4
    }
  },
  "CommentsToAnswer": {
    "name": "CommentsToAnswer",
    "kind": "query",
    "description": "The newest comment threads of all videos, with the video of each, and whether the channel has answered (`hasOwnerReply`): null if a thread has more replies than YouTube returns with it, and the channel wrote none of those. Nobody has answered at all if `replyCount` is 0.",
    "document": "# The newest comment threads of all videos, with the video of each, and whether the channel has answered (`hasOwnerReply`): null if a thread has more replies than YouTube returns with it, and the channel wrote none of those. Nobody has answered at all if `replyCount` is 0.\nquery CommentsToAnswer($first: Int! = 20, $after: String = null) {\n  viewer {\n    channel {\n      channelId\n      commentThreads(scope: ALL_RELATED, orderBy: TIME, first: $first, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          canReply\n          hasOwnerReply\n          replyCount\n          video {\n            videoId\n            title\n            publishedAt\n          }\n          topLevelComment {\n            id\n            text\n            publishedAt\n            author {\n              title\n            }\n          }\n        }\n      }\n    }\n  }\n}\n",
    "requests": 7,
    "units": {
      "VIDEO": 7
    }
  },
  "CleanPlaylist": {
    "name": "CleanPlaylist",
    "kind": "mutation",
    "description": "Remove several items of a playlist at once. Each entry has its own result; the playlist is that after the mutation.",
    "document": "# Remove several items of a playlist at once. Each entry has its own result; the playlist is that after the mutation.\nmutation CleanPlaylist(\n  $first: ID! = \"UExIIMg1WCaqhB4THT1G7CoKg0IsdE3G3qoiYFmpRJZ\"\n  $second: ID! = \"UEx5MG9UPvCeSP_tVnzCYj2CN90BQ3s4aYFr3jLsud_\"\n) {\n  deletePlaylistItems(input: { entries: [{ id: $first }, { id: $second }] }) {\n    failedCount\n    results {\n      index\n      deletedId\n      playlist {\n        itemCount\n      }\n      errors {\n        code\n        message\n      }\n    }\n    errors {\n      code\n      message\n    }\n  }\n}\n",
    "requests": 5,
    "units": {
      "VIDEO": 103
    }
  },
  "FollowCalendarList": {
    "name": "FollowCalendarList",
    "kind": "subscription",
    "description": "The calendars in the list of the caller, and then the changes of the list as they happen: calendars that are added and removed, switched on and off, renamed. The first pages have all entries, up to `hasMore: false`. After `reset`, all entries come again: delete those that do not. To continue after an interruption, pass the last cursor as `after`.",
    "document": "# The calendars in the list of the caller, and then the changes of the list as they happen: calendars that are added and removed, switched on and off, renamed. The first pages have all entries, up to `hasMore: false`. After `reset`, all entries come again: delete those that do not. To continue after an interruption, pass the last cursor as `after`.\nsubscription FollowCalendarList($after: String = null) {\n  calendarListChanges(after: $after) {\n    changes {\n      __typename\n      calendarId\n      ... on CalendarListEntryChanged {\n        calendarListEntry {\n          id\n          summary\n          selected\n          hidden\n          backgroundColor\n        }\n      }\n    }\n    cursor\n    hasMore\n    reset\n  }\n}\n",
    "requests": 3,
    "units": {
      "CALENDAR": 3
    }
  },
  "FileApprovals": {
    "name": "FileApprovals",
    "kind": "query",
    "description": "Who has approved a file, who has yet to respond, and whether the caller can start another approval. The approvals are one more call.",
    "document": "# Who has approved a file, who has yet to respond, and whether the caller can start another approval. The approvals are one more call.\nquery FileApprovals($file: ID! = \"1vGFNBPpCbrhbmXjeun9Sbo7d-rOgbXBQ\") {\n  file(id: $file) {\n    name\n    capabilities {\n      canStartApproval\n    }\n    approvals {\n      nodes {\n        id\n        approvalId\n        status\n        dueAt\n        completedAt\n        initiator {\n          displayName\n        }\n        reviewerResponses {\n          response\n          reviewer {\n            displayName\n            me\n            person {\n              id\n            }\n          }\n        }\n      }\n    }\n  }\n}\n",
    "requests": 5,
    "units": {
      "STORAGE": 405
    }
  },
  "ApproveFile": {
    "name": "ApproveFile",
    "kind": "mutation",
    "description": "Approve a file, as one of the reviewers of an approval. Google Drive mails the others; `FileApprovals` reads the ids of the approvals.",
    "document": "# Approve a file, as one of the reviewers of an approval. Google Drive mails the others; `FileApprovals` reads the ids of the approvals.\nmutation ApproveFile(\n  $file: ID! = \"1vGFNBPpCbrhbmXjeun9Sbo7d-rOgbXBQ\"\n  $approval: ID! = \"AAAAWd8BoAAQ8TiBapIonw\"\n  $message: String = \"The dates are right.\"\n) {\n  approveFileApproval(\n    input: { by: { key: { fileId: $file, approvalId: $approval } }, message: $message }\n  ) {\n    fileApproval {\n      status\n      reviewerResponses {\n        response\n        reviewer {\n          displayName\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 4,
    "units": {
      "STORAGE": 65
    }
  },
  "StartApproval": {
    "name": "StartApproval",
    "kind": "mutation",
    "description": "Ask two people to approve a file. Google Drive mails them; the file must be shared with them already.",
    "document": "# Ask two people to approve a file. Google Drive mails them; the file must be shared with them already.\nmutation StartApproval(\n  $file: ID! = \"1g8MV_9DLdH8rKr59B3Bm5WsEgIRYTpO4\"\n  $reviewers: [EmailAddress!]! = [\"ben@studio.example\", \"chloe@studio.example\"]\n  $message: String = \"Ready to shoot?\"\n) {\n  startFileApproval(input: { fileId: $file, reviewerEmails: $reviewers, message: $message }) {\n    fileApproval {\n      id\n      approvalId\n      status\n      reviewerResponses {\n        response\n        reviewer {\n          email\n        }\n      }\n    }\n    errors {\n      code\n      message\n      path\n    }\n  }\n}\n",
    "requests": 4,
    "units": {
      "STORAGE": 65
    }
  }
};
