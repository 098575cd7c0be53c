/** The ids of seeded entities of Drive. */
import {
  accessProposalId,
  approvalId,
  driveAppId,
  driveId,
  fileCommentId,
  fileId,
  fileReplyId,
  labelFieldId,
  labelId,
  watchChannelId,
} from '../entity-id.ts';
import { table } from '../id-table.ts';

/** By type and name. `missing` is an id of no entity. */
export const storageIds = {
  file: table(
    fileId,
    'root',
    'studio',
    'scripts',
    'footage',
    'thumbnails',
    'contracts',
    'script',
    'launchScript',
    'interviewNotes',
    'storyboard',
    'shotList',
    'runSheet',
    'budget',
    'releasePlan',
    'styleGuide',
    'deck',
    'introTake1',
    'introTake2',
    'harborAerial',
    'nightTimelapse',
    'interviewRaw',
    'soundBed',
    'colorGrade',
    'launchThumbnail',
    'trailerThumbnail',
    'posterDraft',
    'channelBanner',
    'logo',
    'location',
    'musicLicense',
    'talentRelease',
    'drone',
    /** Identified as malware; shared with Ben. */
    'subtitleTool',
    /** In the trash. */
    'oldCut',
    /** A shortcut to the run sheet. */
    'runSheetShortcut',
    /** Ben's, not shared. */
    'benDiary',
    /** Ben's, shared with Ava. */
    'benTreatment',
    /** Readable by anyone who has the link. */
    'pressKit',
    /** Ben's, open to anyone who has the link, which needs the resource key. */
    'festivalSheet',
    /** Root folders. */
    'benRoot',
    'danaRoot',
    /** The folders for the data of the app, all empty. */
    'avaAppData',
    'benAppData',
    'danaAppData',
    /** In the shared drive `archive`: found only with `supportsAllDrives`. */
    'masters',
    'firstSeason',
    'archiveIndex',
    'missing',
  ),
  /** Generated for Ava, and not used yet. */
  generatedFile: table(fileId, 'first', 'second'),
  /** Labels of the domain, their fields, and the choices of fields. */
  label: table(labelId, 'production', 'rights', 'confidential', 'missing'),
  labelField: table(
    labelFieldId,
    /** Fields of the label `production`: text, integer, date, selection and users. */
    'code',
    'take',
    'shotOn',
    'stage',
    'crew',
    /** A field of the label `rights`: up to three choices. */
    'region',
    'missing',
  ),
  labelChoice: table(
    labelFieldId,
    'draft',
    'review',
    'final',
    'europe',
    'americas',
    'asia',
    'missing',
  ),
  /** Comments on the run sheet, except `ben` and `missing`. */
  fileComment: table(
    fileCommentId,
    /** By Ava, with a quotation and replies. */
    'cue',
    /** By Dana, who mentions Ben; assigned to him. */
    'tide',
    /** By Ben, resolved. */
    'names',
    /** By Ava, deleted. */
    'deleted',
    /** By Ben, on his treatment. */
    'ben',
    'missing',
  ),
  fileReply: table(
    fileReplyId,
    /** Replies to the comment `cue`; the first is Dana's, the others are Ava's. */
    'cueEarlier',
    'cueAgreed',
    'cueDeleted',
    /** Ava's, to the comment `names`, which it resolves. */
    'namesResolved',
    'missing',
  ),
  /** Ava's channel, by the watched file. */
  watchChannel: table(
    watchChannelId,
    /** Of a file. */
    'location',
    /** Of the calendar settings of Ava. */
    'settings',
    'missing',
  ),
  drive: table(
    driveId,
    /** Ava is organizer, the editors are writers, Ben is reader. */
    'archive',
    /** Ben's, empty. */
    'guests',
    /** Empty: Ava is organizer, Ben is reader. */
    'scratch',
    'missing',
  ),
  /** Requests for access to the budget. */
  accessProposal: table(
    accessProposalId,
    'danaBudget',
    'benBudget',
    /** By Dana, for Ben. */
    'danaForBenBudget',
    'missing',
  ),
  approval: table(
    approvalId,
    /** Of the release plan: approved. */
    'releasePlan',
    /** Of the release plan, in progress: Emeka has approved. Dana cannot open the file. */
    'nextReleasePlan',
    'missing',
  ),
  driveApp: table(driveAppId, 'docs', 'sheets', 'storyboards', 'missing'),
} as const;
