/** Documents of what passes as bytes, for the agreement with the official clients. */
import { globalId } from '../../../src/graph/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';

const caption = globalId('Caption', [ids.video.trailer, ids.caption.english]);

export const documents: readonly string[] = [
  `{ node(id: "${caption}") { ... on Caption { text(format: VTT, language: "sv") } } }`,
  `mutation { createUploadSession(input: { video: { title: "Film", contentType: "video/mp4", stabilize: true, autoLevels: true } }) { uploadSession { state } errors { code } } }`,
];
