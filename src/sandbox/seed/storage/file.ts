/** The seeded files. */
import { mime } from '../../storage/content/mime.ts';
import { ids } from '../ids.ts';
import type { FilePlan, GrantPlan } from './file-plan.ts';
import { footage, images } from './media-file.ts';

const { ava, ben, chloe, dana, editors } = ids.person;
const editorsWrite: GrantPlan = { to: editors, role: 'writer' };
const benReads: GrantPlan = { to: ben, role: 'reader' };
const { label, labelField, labelChoice } = ids;
const { folder, document, spreadsheet, presentation } = mime;
const megabyte = 1_000_000;

const folders: readonly FilePlan[] = [
  { id: 'root', name: 'My Drive', mimeType: folder },
  { id: 'benRoot', name: 'My Drive', mimeType: folder, owner: ben },
  { id: 'danaRoot', name: 'My Drive', mimeType: folder, owner: dana },
  { id: 'avaAppData', name: 'App Data', mimeType: folder },
  { id: 'benAppData', name: 'App Data', mimeType: folder, owner: ben },
  { id: 'danaAppData', name: 'App Data', mimeType: folder, owner: dana },
  {
    id: 'studio',
    name: 'Studio',
    mimeType: folder,
    in: 'root',
    share: [editorsWrite],
    fields: { folderColorRgb: '#4986e7' },
  },
  { id: 'scripts', name: 'Scripts', mimeType: folder, in: 'studio' },
  {
    id: 'footage',
    name: 'Footage',
    mimeType: folder,
    in: 'studio',
    fields: { folderColorRgb: '#f83a22' },
  },
  { id: 'thumbnails', name: 'Thumbnails', mimeType: folder, in: 'studio', share: [benReads] },
  {
    id: 'contracts',
    name: 'Contracts',
    mimeType: folder,
    in: 'studio',
    fields: { inheritedPermissionsDisabled: true },
  },
];

const documents: readonly FilePlan[] = [
  {
    id: 'script',
    name: 'Pilot script — «Winter Light»',
    mimeType: document,
    in: 'scripts',
    text: 'Fade in on a frozen harbor at dawn.',
  },
  {
    id: 'launchScript',
    name: 'Launch script.gdoc',
    mimeType: document,
    in: 'scripts',
    share: [{ to: ben, role: 'commenter' }],
    starred: true,
    description: 'What we say on the launch night, minute by minute.',
    text: 'Welcome to the launch. The harbor is waiting.',
    earlier: [
      { by: ava },
      { by: chloe, options: { published: true, publishAuto: true, publishedOutsideDomain: true } },
      { by: ben },
    ],
    labels: {
      [label.production]: {
        [labelField.code]: ['WL-01'],
        [labelField.take]: ['3'],
        [labelField.shotOn]: ['2026-02-28'],
        [labelField.stage]: [labelChoice.review],
        [labelField.crew]: [ava, chloe],
      },
      [label.confidential]: {},
    },
    fields: {
      appProperties: { videoId: ids.video.launch },
      properties: { season: '2', 'reading order': '1' },
    },
  },
  {
    id: 'interviewNotes',
    name: "Maren's interview notes",
    mimeType: document,
    in: 'scripts',
    text: 'Ask her about the lighthouse.',
  },
  {
    id: 'storyboard',
    name: 'Storyboard 絵コンテ.pdf',
    mimeType: 'application/pdf',
    in: 'scripts',
    size: 8 * megabyte,
    share: [{ to: ben, role: 'writer' }],
    earlier: [
      { by: ava, size: 2_400 },
      { by: ben, size: 3_100, options: { keepForever: true } },
      { by: ava, size: 4_800 },
    ],
  },
  { id: 'shotList', name: 'Shot list A\\B', mimeType: spreadsheet, in: 'scripts' },
  {
    id: 'runSheet',
    name: 'Run sheet: launch night',
    mimeType: spreadsheet,
    in: 'studio',
    share: [benReads, { to: dana, role: 'commenter' }],
    description: 'Cues, times and who is where.',
    fields: { appProperties: { broadcastId: ids.broadcast.launch }, properties: { season: '2' } },
  },
  {
    id: 'budget',
    name: 'Budget "Q1\\Q2".xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    in: 'studio',
    size: 41_220,
  },
  {
    id: 'releasePlan',
    name: 'Release plan 📅',
    mimeType: spreadsheet,
    in: 'studio',
    share: [benReads],
    fields: { properties: { season: '2' } },
  },
  {
    id: 'styleGuide',
    name: 'Style guide.md',
    mimeType: 'text/markdown',
    in: 'studio',
    size: 6_144,
    text: 'Sentence case in titles.',
  },
  {
    id: 'deck',
    name: 'Pitch deck – Frühling',
    mimeType: presentation,
    in: 'studio',
    owner: chloe,
    exportSize: 24 * megabyte,
  },
  {
    id: 'runSheetShortcut',
    name: 'Run sheet: launch night',
    mimeType: mime.shortcut,
    in: 'root',
    target: 'runSheet',
  },
  {
    id: 'location',
    name: 'Pier 9 — location 🌊.txt',
    mimeType: 'text/plain',
    in: 'root',
    size: 912,
    text: 'Tide tables are on the door.',
  },
];

const pdfs: readonly FilePlan[] = [
  {
    id: 'musicLicense',
    name: "License — O'Hara Quartet.pdf",
    mimeType: 'application/pdf',
    in: 'contracts',
    size: 220_400,
    text: 'Synchronization license\nThe quartet grants the studio the use of the recording.\nTerritory: Europe and Asia.',
    labels: {
      [label.rights]: { [labelField.region]: [labelChoice.europe, labelChoice.asia] },
      [label.confidential]: {},
    },
  },
  {
    id: 'talentRelease',
    name: 'Talent release (signed).pdf',
    mimeType: 'application/pdf',
    in: 'contracts',
    size: 180_020,
    fields: {
      contentRestrictions: [
        {
          readOnly: true,
          reason: 'Signed by all parties.',
          restrictingUser: ava,
          restrictionTime: '2026-01-12T09:30:00.000Z',
          ownerRestricted: true,
        },
      ],
      clientEncryptionDetails: {
        encryptionState: 'encrypted',
        decryptionMetadata: {
          wrappedKey: 'c2FuZGJveC13cmFwcGVkLWtleQ==',
          kaclsId: '7',
          kaclsName: 'Studio keys',
          aes256GcmChunkSize: 'default',
          jwt: 'header.payload.signature',
          keyFormat: 'tinkAesGcmKey',
          encryptionResourceKeyHash: 'c2FuZGJveC1oYXNo',
        },
      },
    },
  },
  {
    id: 'subtitleTool',
    name: 'Subtitle tool.exe',
    mimeType: 'application/x-msdownload',
    in: 'contracts',
    size: 14_336,
    abusive: true,
    share: [benReads],
  },
  {
    id: 'pressKit',
    name: 'Press kit.pdf',
    mimeType: 'application/pdf',
    in: 'studio',
    size: 14 * megabyte,
    share: [{ to: 'link', role: 'reader' }],
    text: 'For immediate release.',
    fields: {
      downloadRestrictions: {
        itemDownloadRestriction: { restrictedForReaders: false, restrictedForWriters: false },
      },
    },
  },
];

const benFiles: readonly FilePlan[] = [
  {
    id: 'benDiary',
    name: 'Diary',
    mimeType: document,
    in: 'benRoot',
    owner: ben,
    text: 'Nobody reads this.',
  },
  {
    id: 'benTreatment',
    name: "Ben's treatment",
    mimeType: document,
    in: 'benRoot',
    owner: ben,
    share: [{ to: ava, role: 'writer' }],
  },
  {
    id: 'festivalSheet',
    name: 'Festival one-sheet.txt',
    mimeType: 'text/plain',
    in: 'benRoot',
    owner: ben,
    size: 640,
    share: [{ to: 'link', role: 'commenter' }],
    needsResourceKey: true,
    text: 'Premiere at the harbor festival.',
  },
];

const archiveFiles: readonly FilePlan[] = [
  { id: 'masters', name: 'Masters', mimeType: folder, in: 'archive' },
  {
    id: 'firstSeason',
    name: 'Season 1 – master.mp4',
    mimeType: 'video/mp4',
    in: 'masters',
    size: 9_400 * megabyte,
  },
  {
    id: 'archiveIndex',
    name: 'Archive index',
    mimeType: spreadsheet,
    in: 'archive',
    fields: { properties: { season: '1' } },
  },
];

/** Each folder comes before the files in it. */
export const filePlans: readonly FilePlan[] = [
  ...folders,
  ...documents,
  ...footage,
  ...images,
  ...pdfs,
  ...benFiles,
  ...archiveFiles,
];
