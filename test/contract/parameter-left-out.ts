/**
 * Parameters of covered operations that no field of the graph sends, with the reason. All others that are not deprecated
 * are arguments, or sent by the gateway itself; the coverage test holds both.
 */
export const leftOut: readonly { readonly why: string; readonly parameters: readonly string[] }[] =
  [
    {
      why: 'It trims the guests of an event: a read before a write must not, and a write answers what its reader asks.',
      parameters: [
        'calendar:events.get?maxAttendees',
        'calendar:events.patch?maxAttendees',
        'calendar:events.update?maxAttendees',
      ],
    },
    {
      why: 'It invents addresses for guests who have none; the graph says null.',
      parameters: [
        'calendar:events.get?alwaysIncludeEmail',
        'calendar:events.list?alwaysIncludeEmail',
        'calendar:events.patch?alwaysIncludeEmail',
        'calendar:events.update?alwaysIncludeEmail',
      ],
    },
    {
      why: 'The older form of `sendUpdates`, which is always sent.',
      parameters: [
        'calendar:events.patch?sendNotifications',
        'calendar:events.update?sendNotifications',
      ],
    },
    {
      why: 'The graph has no change feeds yet.',
      parameters: ['calendar:calendarList.list?syncToken', 'calendar:events.list?syncToken'],
    },
    {
      why: 'The graph shows neither labels nor published views of files yet.',
      parameters: [
        'calendar:events.patch?eventLabelVersion',
        'calendar:events.update?eventLabelVersion',
        'storage:files.create?includeLabels',
        'storage:files.create?includePermissionsForView',
        'storage:files.get?includeLabels',
        'storage:files.get?includePermissionsForView',
        'storage:files.list?includeLabels',
        'storage:files.list?includePermissionsForView',
        'storage:permissions.list?includePermissionsForView',
      ],
    },
    {
      why: 'It is about content: the graph writes and reads the metadata of files alone so far.',
      parameters: [
        'storage:files.create?ignoreDefaultVisibility',
        'storage:files.create?keepRevisionForever',
        'storage:files.create?ocrLanguage',
        'storage:files.create?useContentAsIndexableText',
        'storage:files.generateIds?space',
        'storage:files.get?acknowledgeAbuse',
      ],
    },
    {
      why: "The graph does not act as a domain's administrator yet.",
      parameters: [
        'storage:permissions.get?useDomainAdminAccess',
        'storage:permissions.list?useDomainAdminAccess',
      ],
    },
    {
      why: 'It changes the time zone of an answer; the graph has no `timeZone` for it yet.',
      parameters: ['calendar:events.get?timeZone'],
    },
    {
      why: 'Upstream has given up matching a plain text with the sound.',
      parameters: ['video:captions.insert?sync', 'video:captions.update?sync'],
    },
    {
      why: 'The older name of `onBehalfOf`, under which the content owner goes along with captions.',
      parameters: [
        'video:captions.delete?onBehalfOfContentOwner',
        'video:captions.download?onBehalfOfContentOwner',
        'video:captions.insert?onBehalfOfContentOwner',
        'video:captions.list?onBehalfOfContentOwner',
        'video:captions.update?onBehalfOfContentOwner',
      ],
    },
    {
      why: 'Upstream takes the channel from the token; the parameter does nothing.',
      parameters: ['video:channelBanners.insert?channelId'],
    },
  ];
