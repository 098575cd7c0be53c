/** Documents of videos, categories, languages and the like for the agreement with the official clients. */
import { globalId } from '../../../src/graph/global-id.ts';

export const documents: readonly string[] = [
  `{ guideCategories(by: { regionCode: "SE" }, hl: "sv") { title } languages(hl: "sv") { code name } regions(hl: "sv") { code name } videoAbuseReportReasons(hl: "sv") { label secondaryReasons { label } } videoCategories(regionCode: "SE", hl: "sv") { title assignable } }`,
  `{ guideCategories(by: { ids: ["GCTXVzaWM"] }) { guideCategoryId title } }`,
  `{ node(id: "${globalId('VideoCategory', ['10'])}") { ... on VideoCategory { title } } }`,
];
