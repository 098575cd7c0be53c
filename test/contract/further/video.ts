/** Documents of videos, categories, languages and the like for the agreement with the official clients. */
import { globalId } from '../../../src/graph/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';

export const documents: readonly string[] = [
  `{ guideCategories(by: { regionCode: "SE" }, hl: "sv") { title } languages(hl: "sv") { code name } regions(hl: "sv") { code name } videoAbuseReportReasons(hl: "sv") { label secondaryReasons { label } } videoCategories(regionCode: "SE", hl: "sv") { title assignable } }`,
  `{ guideCategories(by: { ids: ["GCTXVzaWM"] }) { guideCategoryId title } }`,
  `{ node(id: "${globalId('VideoCategory', ['10'])}") { ... on VideoCategory { title } } }`,
  `{ video(id: "${ids.video.localized}") { viewerRating player(maxWidth: 640, maxHeight: 360) { embedHtml } category(hl: "sv") { title } localized(hl: "sv") { title } processingDetails { processingStatus } suggestions { processingHints } fileDetails { fileName } } }`,
  '{ videoChart(regionCode: "SE", categoryId: "27", first: 60) { nodes { title } } viewer { ratedVideos(rating: LIKE) { nodes { title } } } }',
  `mutation { rateVideo(input: { id: "${ids.video.emoji}", rating: DISLIKE }) { video { viewerRating } errors { code } } }`,
  `mutation { reportVideoAbuse(input: { videoId: "${ids.video.emoji}", reasonId: "V", secondaryReasonId: "36", comments: "…", language: "en" }) { errors { code } } }`,
  `mutation { deleteVideo(input: { id: "${ids.video.unlistedCut}" }) { deletedId errors { code } } }`,
];
